import { restoreSnapshot, saveSnapshot } from '@lintel/contract/bench'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useId } from 'react'
import { BenchCard } from './bench-card.tsx'
import { sendCommand } from './command.ts'
import styles from './snapshots-card.module.css'

const NAME = /^[A-Za-z0-9-]{1,40}$/

const ACTIONS = {
  save: { call: saveSnapshot, done: 'bench.done.snapshotKept' },
  restore: { call: restoreSnapshot, done: 'bench.done.snapshotRestored' },
} as const

type Action = keyof typeof ACTIONS

const EMPTY: { snapshot: string; action: Action } = { snapshot: '', action: 'save' }

/** Saves the whole state under a name, and restores it. */
export function SnapshotsCard({ names }: { names: readonly string[] }) {
  const text = useText()
  const id = useId()
  const form = useSettingsForm({
    values: EMPTY,
    check: ({ snapshot }) => ({
      errors: { snapshot: NAME.test(snapshot) ? undefined : problem('bench.snapshots.nameRule') },
    }),
    save: ({ snapshot, action }) => sendCommand(ACTIONS[action].call, { name: snapshot }),
    onSaved: ({ snapshot, action }) =>
      showToast({ status: 'ok', text: text(ACTIONS[action].done, { name: snapshot }) }),
    checkOn: 'submit',
    failure: problem('ui.notDone'),
  })

  const chosen = useFieldValue(form, 'action')
  const choose = (action: Action) => form.methods.setValue('action', action)
  const stateOf = (action: Action) => ({
    busy: form.saving && chosen === action,
    disabled: form.saving && chosen !== action,
  })

  return (
    <BenchCard name="snapshots" title={text('bench.snapshots')} note={text('bench.snapshots.help')}>
      <SettingsForm form={form} label={text('bench.snapshots')} layout="stack">
        <TextField
          form={form}
          name="snapshot"
          label={text('ui.name')}
          list={id}
          autoComplete="off"
          mono
          action={
            <span className={styles['buttons']}>
              {/* Enter in the field presses it. */}
              <Button {...stateOf('save')} type="submit" onClick={() => choose('save')}>
                {text('bench.snapshots.keep')}
              </Button>
              <Button
                {...stateOf('restore')}
                onClick={() => {
                  choose('restore')
                  form.submit()
                }}
              >
                {text('bench.snapshots.restore')}
              </Button>
            </span>
          }
        />
        <datalist id={id}>
          {names.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </datalist>
      </SettingsForm>
    </BenchCard>
  )
}
