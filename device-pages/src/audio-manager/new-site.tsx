import { saveAudioSite } from '@lintel/contract/calls/audio'
import { problem } from '@lintel/contract/rules/problem'
import { Card } from '@lintel/ui/card'
import { TextField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { device } from '../app/device.ts'
import styles from './audio-manager.module.css'
import { siteName } from './site-name.ts'

/** Explains audio sites and creates one. */
export function NewSite(props: { product: string; onCreated: () => Promise<void> }) {
  const { product, onCreated } = props
  const text = useText()
  const form = useSettingsForm({
    values: { name: text('audioManager.defaultName', { product }) },
    check: ({ name }) => ({ errors: { name: siteName(name) } }),
    async save({ name }) {
      try {
        await device.call(saveAudioSite, { name })
      } finally {
        // A lost answer may hide a success.
        await onCreated()
      }
    },
    checkOn: 'submit',
    failure: problem('audioManager.notMade'),
  })

  return (
    <Card title={text('audioManager.newSite')}>
      <div className={styles['padded']}>
        <p className={styles['explanation']}>{text('audioManager.explained')}</p>
        <SettingsForm form={form} label={text('audioManager.newSite')} layout="stack">
          <TextField form={form} name="name" label={text('audioManager.name')} autoComplete="off" />
          <div className={styles['actions']}>
            <FormActions form={form} verb={text('audioManager.make')} />
          </div>
        </SettingsForm>
      </div>
    </Card>
  )
}
