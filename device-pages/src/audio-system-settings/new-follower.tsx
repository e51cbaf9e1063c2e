import { addFollower } from '@lintel/contract/calls/audio-followers'
import { problem } from '@lintel/contract/rules/problem'
import { Card } from '@lintel/ui/card'
import { PasswordField, SwitchField, TextField } from '@lintel/ui/fields'
import { SaveRefused, SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { device } from '../app/device.ts'
import styles from '../app/task.module.css'
import { ADD_TIMEOUT } from '../app/timing.ts'
import { checkFollower } from './check-follower.ts'
import type { NewFollowerValues } from './check-follower.ts'

const EMPTY: NewFollowerValues = { address: '', secure: false, user: '', password: '' }

/** Adds a speaker to the site. Each one begins with an empty form. */
export function NewFollower({ again }: { again: () => Promise<void> }) {
  const [added, setAdded] = useState(0)
  return <Fields key={added} again={again} onAdded={() => setAdded(added + 1)} />
}

function Fields({ again, onAdded }: { again: () => Promise<void>; onAdded: () => void }) {
  const text = useText()
  const form = useSettingsForm<NewFollowerValues>({
    values: EMPTY,
    check: checkFollower,
    async save(values) {
      try {
        const { result, name } = await device.call(addFollower, values, { timeoutMs: ADD_TIMEOUT })
        if (result !== 'added')
          throw new SaveRefused(problem(`audioSystemSettings.result.${result}`))
        showToast({ status: 'ok', text: text('audioSystemSettings.added', { name }) })
      } finally {
        // A lost answer may hide a success.
        await again()
      }
    },
    onSaved: onAdded,
    checkOn: 'submit',
    failure: problem('ui.notDone'),
  })
  const title = text('audioSystemSettings.add')
  return (
    <SettingsForm form={form} label={title}>
      <Card title={title} note={text('audioSystemSettings.addNote')}>
        <TextField
          form={form}
          name="address"
          label={text('audioSystemSettings.address')}
          help={text('audioSystemSettings.addressHelp')}
          autoComplete="off"
          mono
        />
        <SwitchField form={form} name="secure" label={text('audioSystemSettings.secure')} />
        <TextField form={form} name="user" label={text('ui.userName')} autoComplete="off" />
        <PasswordField form={form} name="password" label={text('ui.password')} foreign />
        <div className={styles['actions']}>
          <FormActions form={form} verb={title} />
        </div>
      </Card>
    </SettingsForm>
  )
}
