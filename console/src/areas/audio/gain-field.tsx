import { Row } from '@lintel/ui/card'
import { FieldNote } from '@lintel/ui/field-note'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { setInput, useFormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Slider } from '@lintel/ui/slider'
import { TheirValue } from '@lintel/ui/their-value'
import { useId, useState } from 'react'
import styles from './audio.module.css'
import { INHERIT, MUTE, stepOf } from './gains.ts'
import type { GainRange } from './gains.ts'

/**
 * A gain: a slider over the values that its definition allows, and boxes to mute it or to let it
 * follow the output gain. The slider keeps its place for when a box is cleared.
 */
export function GainField<V extends FormValues>(props: {
  form: Form<V>
  name: FieldName<V>
  label: string
  range: GainRange
}) {
  const { form, name, label, range } = props
  const { steps, mute, inherit } = range
  const text = useText()
  const id = useId()
  const values = useFormValues(form)
  const value: string = values[name]
  const warning = form.check(values).warnings?.[name]
  const noteId = warning ? `${id}e` : undefined
  const theirsId = form.theirs?.[name] === undefined ? undefined : `${id}o`
  const isSet = value !== MUTE && value !== INHERIT
  const [last, setLast] = useState(value)
  if (isSet && value !== last) setLast(value)
  const set = (gain: string) => setInput(form, name, gain)
  const gainAt = (place: number) => steps[place] ?? last
  const decibels = (gain: string) => text('audio.decibels', { decibels: Number(gain) || 0 })
  const nameOf = (gain: string) =>
    gain === MUTE || gain === INHERIT ? text(`audio.${gain}`) : decibels(gain)
  const box = (special: typeof MUTE | typeof INHERIT) => (
    <label className={styles['choice']}>
      <input
        type="checkbox"
        checked={value === special}
        aria-label={text(`audio.${special}.named`, { name: label })}
        onChange={({ target }) => set(target.checked ? special : gainAt(stepOf(range, last)))}
      />
      {text(`audio.${special}`)}
    </label>
  )
  return (
    <Row label={label} htmlFor={id}>
      <div className={styles['gain']}>
        <Slider
          id={id}
          name={name}
          value={stepOf(range, isSet ? value : last)}
          max={Math.max(0, steps.length - 1)}
          format={(place) => decibels(gainAt(place))}
          disabled={!isSet || steps.length < 2}
          aria-describedby={[noteId, theirsId].filter(Boolean).join(' ') || undefined}
          onChange={(place) => set(gainAt(place))}
        />
        {(inherit || value === INHERIT) && box(INHERIT)}
        {(mute || value === MUTE) && box(MUTE)}
      </div>
      <FieldNote id={noteId} error={undefined} warning={warning} />
      <TheirValue id={theirsId} form={form} name={name} nameOf={nameOf} />
    </Row>
  )
}
