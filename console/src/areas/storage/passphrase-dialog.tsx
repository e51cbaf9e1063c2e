import { problem, required } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { PasswordField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { checkNew } from './passphrases.ts'
import { changePassphrase } from './queries.ts'

const EMPTY = { old: '', passphrase: '', repeat: '' }

/** Changes the passphrase of the card. The old one is checked by the device. B §4. */
export function PassphraseDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  /** The old passphrase that the device has found to be wrong. */
  const [wrong, setWrong] = useState<string>()
  const form = useSettingsForm({
    values: EMPTY,
    check: (typed) => ({
      errors: {
        old:
          required(typed.old) ??
          (typed.old === wrong ? problem('storage.wrongPassphrase') : undefined),
        ...checkNew(typed).errors,
      },
    }),
    checkOn: 'submit',
    async save(typed) {
      if (await changePassphrase(typed.old, typed.passphrase)) {
        showToast({ status: 'ok', text: text('storage.passphrase.changed') })
        onClose()
      } else {
        setWrong(typed.old)
        const found = problem('storage.wrongPassphrase')
        form.methods.setError('old', { type: 'device', message: found.id, problem: found } as never)
        return typed
      }
      return undefined
    },
  })
  const title = text('storage.passphrase.title')
  return (
    <Dialog open title={title} onClose={onClose}>
      <SettingsForm form={form} label={title} layout="stack">
        <PasswordField form={form} name="old" label={text('storage.passphrase.old')} foreign />
        <PasswordField
          form={form}
          name="passphrase"
          label={text('storage.passphrase.new')}
          foreign
        />
        <PasswordField
          form={form}
          name="repeat"
          label={text('storage.passphrase.repeat')}
          foreign
        />
        <FormActions form={form} verb={text('storage.passphrase.title')}>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
        </FormActions>
      </SettingsForm>
    </Dialog>
  )
}
