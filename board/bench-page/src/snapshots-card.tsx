import { restoreSnapshot, saveSnapshot } from '@lintel/contract/bench'
import type { MessageId } from '@lintel/contract/messages'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { FieldNote } from '@lintel/ui/fields'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useId, useRef, useState } from 'react'
import { BenchCard } from './bench-card.tsx'
import { useCommand } from './command.ts'
import fields from './field.module.css'
import styles from './snapshots-card.module.css'

const NAME = /^[A-Za-z0-9-]{1,40}$/

/** Keeps the whole state under a name, and puts it back. */
export function SnapshotsCard({ names }: { names: readonly string[] }) {
  const text = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [keep, keeping] = useCommand(saveSnapshot)
  const [restore, restoring] = useCommand(restoreSnapshot)
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const wrong = tried && !NAME.test(name) ? problem('bench.snapshots.nameRule') : undefined

  async function run(command: typeof keep, done: MessageId): Promise<void> {
    setTried(true)
    if (!NAME.test(name)) input.current?.focus()
    else if (await command({ name })) showToast({ status: 'ok', text: text(done, { name }) })
  }

  return (
    <BenchCard title={text('bench.snapshots')} note={text('bench.snapshots.help')}>
      <label className={styles['label']} htmlFor={id}>
        {text('ui.name')}
      </label>
      <div className={styles['line']}>
        <input
          ref={input}
          id={id}
          className={`${fields['input']} mono`}
          list={`${id}l`}
          value={name}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong && `${id}e`}
          onChange={(event) => setName(event.target.value)}
        />
        <datalist id={`${id}l`}>
          {names.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </datalist>
        <Button
          busy={keeping}
          disabled={restoring}
          onClick={() => void run(keep, 'bench.done.snapshotKept')}
        >
          {text('bench.snapshots.keep')}
        </Button>
        <Button
          busy={restoring}
          disabled={keeping}
          onClick={() => void run(restore, 'bench.done.snapshotRestored')}
        >
          {text('bench.snapshots.restore')}
        </Button>
      </div>
      <FieldNote id={`${id}e`} error={wrong} warning={undefined} />
    </BenchCard>
  )
}
