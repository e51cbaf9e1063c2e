import type { ReactNode } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { Row } from './card.tsx'
import type { FieldName, Form } from './form.tsx'
import { useFieldValue } from './form.tsx'
import { Slider } from './slider.tsx'
import { TheirValue } from './their-value.tsx'
import { useField } from './use-field.ts'

/**
 * A number from 0 to 100, stored as text, for values where the feel matters more than the digits.
 */
export function SliderField<V extends FieldValues>(props: {
  form: Form<V>
  name: FieldName<V>
  label: ReactNode
  help?: ReactNode
  /** The value as text, next to the slider. */
  format?: (value: number) => string
}) {
  const { form, name, label, help, format } = props
  const { id, helpId, theirsId } = useField(form, name, help !== undefined)
  const path = name as Path<V>
  return (
    <Row label={label} htmlFor={id} help={help} helpId={helpId}>
      <Slider
        id={id}
        name={name}
        value={Number(useFieldValue(form, name))}
        {...(format ? { format } : {})}
        aria-describedby={[helpId, theirsId].filter(Boolean).join(' ') || undefined}
        onChange={(value) =>
          form.methods.setValue(path, String(value) as PathValue<V, Path<V>>, { shouldDirty: true })
        }
      />
      <TheirValue id={theirsId} form={form} name={name} />
    </Row>
  )
}
