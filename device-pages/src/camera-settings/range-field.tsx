import { Row } from '@lintel/ui/card'
import type { Form } from '@lintel/ui/form'
import { useFieldValue } from '@lintel/ui/form'
import { useId } from 'react'
import styles from './range-field.module.css'
import type { Settings } from './settings.ts'

/** A number from 0 to 100, by its weight and not by its digits. */
export function RangeField(props: {
  form: Form<Settings>
  name: 'compression' | 'brightness' | 'contrast' | 'colour'
  label: string
  help?: string
  disabled?: boolean
}) {
  const { form, name, label, help, disabled } = props
  const id = useId()
  const value = useFieldValue(form, name)
  return (
    <Row label={label} htmlFor={id} help={help} helpId={`${id}h`}>
      <span className={styles['range']}>
        <input
          {...form.methods.register(name)}
          id={id}
          type="range"
          min={0}
          max={100}
          disabled={disabled}
          aria-describedby={help === undefined ? undefined : `${id}h`}
        />
        <output htmlFor={id}>{value}</output>
      </span>
    </Row>
  )
}
