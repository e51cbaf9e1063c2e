import { problem, required } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { PasswordField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useRef } from 'react'
import { checkNew } from './passphrases.ts'
import { changePassphrase } from './queries.ts'

const EMPTY = { old: '', passphrase: '', repeat: '' }

/** Changes the passphrase of the card. The old one is checked by the device. B §4. */
export function PassphraseDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  /** Whether the device has accepted the old passphrase. */
  const accepted = useRef(false)
  const form = useSettingsForm({
    values: EMPTY,
    check: (typed) => ({ errors: { old: required(typed.old), ...checkNew(typed).errors } }),
    checkOn: 'submit',
    async save(typed) {
      accepted.current = await changePassphrase(typed.old, typed.passphrase)
    },
    onSaved() {
      if (accepted.current) {
        showToast({ status: 'ok', text: text('storage.passphrase.changed') })
        onClose()
        return
      }
      const wrong = problem('storage.wrongPassphrase')
      form.methods.setError('old', { type: 'device', message: wrong.id, problem: wrong } as never)
      form.methods.setFocus('old')
    },
  })
  const title = text('storage.passphrase.title')
  return (
    <Dialog open title={title} onClose={onClose}>
      <SettingsForm form={form} label={title} layout="stack">
        <PasswordField
          form={form}
          name="old"
          label={text('storage.passphrase.old')}
          foreign
          revealLabel={text('storage.passphrase.showOld')}
        />
        <PasswordField
          form={form}
          name="passphrase"
          label={text('storage.passphrase.new')}
          foreign
          revealLabel={text('storage.passphrase.showNew')}
        />
        <PasswordField
          form={form}
          name="repeat"
          label={text('storage.passphrase.repeat')}
          foreign
          revealLabel={text('storage.passphrase.showRepeated')}
        />
        <FormActions form={form} verb={text('storage.passphrase.title')}>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
        </FormActions>
      </SettingsForm>
    </Dialog>
  )
}
