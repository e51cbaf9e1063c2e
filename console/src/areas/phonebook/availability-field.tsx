import { SelectField } from '@lintel/ui/fields'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { useFieldValue } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useState } from 'react'
import { useSchedules } from '../../app/schedules.ts'

/** When somebody can be called: the schedules of the device, and always. B §2, OPEN-59. */
export function AvailabilityField<V extends FormValues>(props: {
  form: Form<V>
  /** The field with EventIDs, separated by spaces; empty: always. */
  name: FieldName<V>
}) {
  const { form, name } = props
  const text = useText()
  const { schedules, failed } = useSchedules()
  const whenOf = useAvailability()
  const chosen = useFieldValue(form, name) as string
  const [stored] = useState(chosen)
  const ids = ['', ...schedules.map(({ id }) => id)]
  return (
    <SelectField
      form={form}
      name={name}
      label={text('phonebook.availability')}
      help={text(failed ? 'phonebook.availability.failed' : 'phonebook.availability.help')}
      options={[...ids, ...(ids.includes(stored) ? [] : [stored])].map((value) => ({
        value,
        label: whenOf(value.split(' ').filter(Boolean)),
      }))}
    />
  )
}

/**
 * A function that names the schedules in which somebody can be called, and says of which the device
 * has none: it treats them as never active.
 */
export function useAvailability(): (ids: readonly string[]) => string {
  const text = useText()
  const { schedules, known } = useSchedules()
  const nameOf = (id: string) =>
    schedules.find((one) => one.id === id)?.name ??
    (known ? text('phonebook.availability.gone', { schedule: id }) : id)
  return (ids) =>
    ids.length === 0 ? text('phonebook.availability.always') : ids.map(nameOf).join(', ')
}
