import { setFaults } from '@lintel/contract/bench'
import { deviceCalls } from '@lintel/contract/calls/all'
import type { Problem } from '@lintel/contract/rules/problem'
import { problem, required } from '@lintel/contract/rules/problem'
import type { FaultSwitch } from '@lintel/contract/wire'
import { SelectField, TextField } from '@lintel/ui/fields'
import { useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useId } from 'react'
import { BenchForm } from './bench-form.tsx'
import { sendCommand } from './command.ts'

const EFFECTS = ['slow', 'drop', 'status', 'cut', 'diskFull'] as const

const ids = deviceCalls.map(({ id }) => id)
const families = new Set(ids.map((id) => id.replace(/\.[^.]*$/, '')))
/** Possible targets: all calls, families, single calls. */
const TARGETS = ['*', ...Array.from(new Set([...families, ...ids])).toSorted()]

interface Draft {
  call: string
  fault: FaultSwitch['fault']
  milliseconds: string
  status: string
  times: string
}

const EMPTY: Draft = { call: '', fault: 'slow', milliseconds: '3000', status: '503', times: '' }

const isWhole = (value: string, least: number, most: number): boolean =>
  /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most

/** The errors of a draft, by field. */
function check(draft: Draft): Partial<Record<keyof Draft, Problem>> {
  const call = required(draft.call.trim())
  const milliseconds =
    draft.fault === 'slow' && !isWhole(draft.milliseconds, 0, 600_000)
      ? problem('bench.valueRule.milliseconds')
      : undefined
  const status =
    draft.fault === 'status' && !isWhole(draft.status, 200, 599)
      ? problem('bench.valueRule.status')
      : undefined
  const times =
    draft.times !== '' && !isWhole(draft.times, 1, 999_999_999)
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
export function FaultForm({ faults }: { faults: readonly FaultSwitch[] }) {
  const text = useText()
  const id = useId()
  const form = useSettingsForm({
    values: EMPTY,
    check: (draft) => ({ errors: check(draft) }),
    save: (draft) => sendCommand(setFaults, { faults: [...faults, faultOf(draft)] }),
    onSaved: () => form.methods.reset(EMPTY),
    checkOn: 'submit',
    failure: problem('ui.notDone'),
  })
  const fault = useFieldValue(form, 'fault')
  return (
    <BenchForm form={form} label={text('bench.faults')} columns={4} verb={text('bench.faults.add')}>
      <TextField
        form={form}
        name="call"
        label={text('bench.faults.call')}
        list={id}
        autoComplete="off"
        mono
      />
      <datalist id={id}>
        {TARGETS.map((target) => (
          <option key={target}>{target}</option>
        ))}
      </datalist>
      <SelectField
        form={form}
        name="fault"
        label={text('bench.faults.effect')}
        options={EFFECTS.map((effect) => ({
          value: effect,
          label: text(`bench.faults.${effect}`),
        }))}
      />
      {fault === 'slow' && (
        <TextField
          form={form}
          name="milliseconds"
          label={text('bench.faults.milliseconds')}
          inputMode="numeric"
        />
      )}
      {fault === 'status' && (
        <TextField
          form={form}
          name="status"
          label={text('bench.faults.statusCode')}
          inputMode="numeric"
        />
      )}
      <TextField
        form={form}
        name="times"
        label={text('bench.faults.times')}
        placeholder={text('bench.faults.times.always')}
        inputMode="numeric"
      />
    </BenchForm>
  )
}
