import type { Problem } from '@lintel/contract/rules/problem'
import { Row } from '@lintel/ui/card'
import { FieldNote } from '@lintel/ui/fields'
import field from '@lintel/ui/fields.module.css'
import { Slider } from '@lintel/ui/slider'
import { Switch } from '@lintel/ui/switch'
import { useId } from 'react'
import styles from './controls.module.css'

interface ControlProps {
  label: string
  value: string
  onChange: (value: string) => void
  help?: string
}

/** A number from 0 to 100, by its weight and not by its digits. */
export function RangeControl({ label, value, onChange, help }: ControlProps) {
  const id = useId()
  return (
    <Row label={label} htmlFor={id} help={help} helpId={`${id}h`}>
      <Slider
        id={id}
        value={Number(value)}
        aria-describedby={help === undefined ? undefined : `${id}h`}
        onChange={(next) => onChange(String(next))}
      />
    </Row>
  )
}

/** A short number that is typed. */
export function NumberControl(props: ControlProps & { error: Problem | undefined }) {
  const { label, value, onChange, error } = props
  const id = useId()
  return (
    <Row label={label} htmlFor={id}>
      <input
        id={id}
        className={`${field['input']} ${styles['short']}`}
        inputMode="numeric"
        maxLength={3}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}e` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNote id={`${id}e`} error={error} warning={undefined} />
    </Row>
  )
}

/** One of many choices. */
export function SelectControl(
  props: ControlProps & { options: readonly { value: string; label: string }[] },
) {
  const { label, value, onChange, options } = props
  const id = useId()
  return (
    <Row label={label} htmlFor={id}>
      <select
        id={id}
        className={field['input']}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Row>
  )
}

/** On or off. */
export function SwitchControl(props: {
  label: string
  on: boolean
  onChange: (on: boolean) => void
}) {
  const { label, on, onChange } = props
  const id = useId()
  return (
    <Row label={label} htmlFor={id}>
      <Switch id={id} checked={on} onChange={(event) => onChange(event.target.checked)} />
    </Row>
  )
}
