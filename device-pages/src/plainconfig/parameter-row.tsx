import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import { isLost } from '@lintel/contract/fault'
import type { ParameterDefinition } from '@lintel/contract/parameter-definitions'
import { Button } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { useUnsaved } from '@lintel/ui/unsaved'
import { useEffect, useId, useRef, useState } from 'react'
import { isFixed, isSecret, nameOf } from './groups.ts'
import { writeParameter } from './parameters.ts'
import styles from './plainconfig.module.css'
import { ValueControl } from './value-control.tsx'

/** What a row reports. */
export interface RowStatus {
  /** The device's value, whenever it was read. */
  onRead: (parameter: ParameterDefinition) => void
  /** Whether the parameter has unsaved input. */
  onUnsaved: (name: string, unsaved: boolean) => void
}

/** The result of the last save. */
type Result = 'saved' | 'changed' | { fault: unknown }

/** A parameter with its value in an input; a changed one has its own Save button. */
export function ParameterRow(props: { parameter: ParameterDefinition } & RowStatus) {
  const { parameter, onRead, onUnsaved } = props
  const text = useText()
  const id = useId()
  const { name, value, niceName } = parameter
  const secret = isSecret(parameter)
  const fixed = isFixed(parameter)
  const [typed, setTyped] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result>()
  const running = useRef(false)
  const unanswered = useRef<readonly string[]>([])
  const dirty = typed !== undefined && (secret || typed !== value)
  useUnsaved(dirty)
  useEffect(() => onUnsaved(name, dirty), [onUnsaved, name, dirty])

  async function save() {
    if (running.current || typed === undefined) return
    running.current = true
    setBusy(true)
    setResult(undefined)
    try {
      onRead(await writeParameter(parameter, typed, unanswered.current))
      unanswered.current = []
      // Input typed during the save is the next change.
      setTyped((now) => (now === typed ? undefined : now))
      setResult('saved')
    } catch (fault) {
      if (isLost(fault)) unanswered.current = [...unanswered.current, typed]
      if (fault instanceof ChangedMeanwhile) onRead(fault.now as ParameterDefinition)
      setResult(fault instanceof ChangedMeanwhile ? 'changed' : { fault })
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return (
    <form
      className={styles['row']}
      aria-label={nameOf(parameter)}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label className={styles['name']} htmlFor={id}>
        <span className="mono">{nameOf(parameter)}</span>
        <small>{niceName}</small>
      </label>
      <div className={styles['value']}>
        {fixed ? (
          <output id={id} className={styles['fixed']}>
            {value}
          </output>
        ) : (
          <ValueControl
            id={id}
            parameter={parameter}
            value={typed ?? (secret ? '' : value)}
            noteId={result === undefined ? undefined : `${id}n`}
            wrong={typeof result === 'object'}
            onChange={(next) => {
              setTyped(next)
              setResult(undefined)
            }}
          />
        )}
        {dirty && (
          <span className={styles['actions']}>
            <Button type="submit" kind="primary" busy={busy}>
              {text('ui.save')}
            </Button>
            <Button
              disabled={busy}
              onClick={() => {
                setTyped(undefined)
                setResult(undefined)
              }}
            >
              {text('ui.discard')}
            </Button>
          </span>
        )}
        <Note id={`${id}n`} result={result} value={secret ? '' : value} />
      </div>
    </form>
  )
}

/** The device's response to the last save. */
function Note({ id, result, value }: { id: string; result: Result | undefined; value: string }) {
  const text = useText()
  const faultText = useFaultText()
  const failed = typeof result === 'object' || result === 'changed'
  const message =
    result === undefined
      ? ''
      : typeof result === 'object'
        ? `${text('ui.notSaved')} ${faultText(result.fault)}`
        : result === 'changed'
          ? text('plainconfig.changed', { value })
          : text('plainconfig.saved')
  return (
    <span
      id={id}
      role={failed ? 'alert' : 'status'}
      className={failed ? styles['failed'] : styles['saved']}
    >
      {message}
    </span>
  )
}
