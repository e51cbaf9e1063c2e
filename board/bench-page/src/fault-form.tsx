import { deviceCalls } from '@lintel/contract/calls/all'
import type { Problem } from '@lintel/contract/rules/problem'
import { problem, required } from '@lintel/contract/rules/problem'
import type { FaultSwitch } from '@lintel/contract/wire'
import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { useId, useRef, useState } from 'react'
import fields from './field.module.css'
import { Field } from './field.tsx'
import styles from './fault-form.module.css'

const EFFECTS = ['slow', 'drop', 'status', 'cut', 'diskFull'] as const

const ids = deviceCalls.map(({ id }) => id)
const families = new Set(ids.map((id) => id.replace(/\.[^.]*$/, '')))
/** What may be hit: all, families, single calls. */
const TARGETS = ['*', ...Array.from(new Set([...families, ...ids])).toSorted()]

interface Draft {
  call: string
  fault: FaultSwitch['fault']
  milliseconds: string
  status: string
  times: string
}

const EMPTY: Draft = { call: '', fault: 'slow', milliseconds: '3000', status: '503', times: '' }

const wholeFrom = (value: string, least: number, most: number): boolean =>
  /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most

/** What is wrong with a draft, by field. */
function check(draft: Draft): Partial<Record<keyof Draft, Problem>> {
  const call = required(draft.call.trim())
  const milliseconds =
    draft.fault === 'slow' && !wholeFrom(draft.milliseconds, 0, 600_000)
      ? problem('bench.valueRule.milliseconds')
      : undefined
  const status =
    draft.fault === 'status' && !wholeFrom(draft.status, 200, 599)
      ? problem('bench.valueRule.status')
      : undefined
  const times =
    draft.times !== '' && !wholeFrom(draft.times, 1, 999_999_999)
      ? problem('bench.valueRule.times')
      : undefined
  return {
    ...(call && { call }),
    ...(milliseconds && { milliseconds }),
    ...(status && { status }),
    ...(times && { times }),
  }
}

function faultOf(draft: Draft): FaultSwitch {
  const { fault } = draft
  const value = fault === 'slow' ? draft.milliseconds : fault === 'status' ? draft.status : ''
  return {
    call: draft.call.trim(),
    fault,
    ...(value === '' ? {} : { value: Number(value) }),
    ...(draft.times === '' ? {} : { times: Number(draft.times) }),
  }
}

/** Adds one fault. */
export function FaultForm(props: {
  busy: boolean
  onAdd: (fault: FaultSwitch) => Promise<boolean>
}) {
  const { busy, onAdd } = props
  const text = useText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const problems = tried ? check(draft) : {}
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })

  async function add(): Promise<void> {
    const wrong = Object.keys(check(draft))
    setTried(wrong.length > 0)
    if (wrong[0] !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong[0]}"]`)?.focus()
    } else if (await onAdd(faultOf(draft))) {
      setDraft(EMPTY)
    }
  }

  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void add()
      }}
    >
      <Field
        name="call"
        label={text('bench.faults.call')}
        value={draft.call}
        problem={problems.call}
        list={`${id}l`}
        mono
        onValue={(call) => change({ call })}
      />
      <datalist id={`${id}l`}>
        {TARGETS.map((target) => (
          <option key={target}>{target}</option>
        ))}
      </datalist>
      <div>
        <label htmlFor={`${id}f`}>{text('bench.faults.effect')}</label>
        <select
          id={`${id}f`}
          className={fields['input']}
          value={draft.fault}
          onChange={(event) => change({ fault: event.target.value as FaultSwitch['fault'] })}
        >
          {EFFECTS.map((effect) => (
            <option key={effect} value={effect}>
              {text(`bench.faults.${effect}`)}
            </option>
          ))}
        </select>
      </div>
      {draft.fault === 'slow' && (
        <Field
          name="milliseconds"
          label={text('bench.faults.milliseconds')}
          value={draft.milliseconds}
          problem={problems.milliseconds}
          inputMode="numeric"
          onValue={(milliseconds) => change({ milliseconds })}
        />
      )}
      {draft.fault === 'status' && (
        <Field
          name="status"
          label={text('bench.faults.statusCode')}
          value={draft.status}
          problem={problems.status}
          inputMode="numeric"
          onValue={(status) => change({ status })}
        />
      )}
      <Field
        name="times"
        label={text('bench.faults.times')}
        placeholder={text('bench.faults.times.always')}
        value={draft.times}
        problem={problems.times}
        inputMode="numeric"
        onValue={(times) => change({ times })}
      />
      <Button type="submit" busy={busy}>
        {text('bench.faults.add')}
      </Button>
    </form>
  )
}
