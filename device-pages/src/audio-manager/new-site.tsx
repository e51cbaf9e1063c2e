import { saveAudioSite } from '@lintel/contract/calls/audio'
import { atMost, firstOf, required } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { TextField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { device } from '../app/device.ts'
import styles from './audio-manager.module.css'

const LONGEST = 64
const rule = firstOf(required, atMost(LONGEST))

/** Explains what an audio site is, and makes one. */
export function NewSite(props: { product: string; onMade: () => Promise<void> }) {
  const { product, onMade } = props
  const text = useText()
  const form = useSettingsForm({
    values: { name: text('audioManager.defaultName', { product }) },
    check: ({ name }) => ({ errors: { name: rule(name.trim()) } }),
    save: async ({ name }) => {
      await device.call(saveAudioSite, { name: name.trim() })
      await onMade()
    },
    failure: { id: 'audioManager.notMade' },
  })
  return (
    <Card title={text('audioManager.newSite')}>
      <div className={styles['padded']}>
        <p className={styles['words']}>{text('audioManager.explained')}</p>
        <SettingsForm form={form} label={text('audioManager.newSite')} layout="stack">
          <TextField form={form} name="name" label={text('audioManager.name')} />
          <div className={styles['actions']}>
            <Button kind="primary" type="submit" busy={form.saving}>
              {text('audioManager.make')}
            </Button>
          </div>
        </SettingsForm>
      </div>
    </Card>
  )
}
