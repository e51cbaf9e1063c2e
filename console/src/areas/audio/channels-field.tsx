import { SelectField } from '@lintel/ui/fields'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'

/** A number of channels, of those that the device takes. */
export function ChannelsField<V extends FormValues>(props: {
  form: Form<V>
  name: FieldName<V>
  label: string
  help?: string
  counts: readonly string[]
}) {
  const { counts, ...field } = props
  const text = useText()
  const options = counts.map((value) => ({
    value,
    label: text('audio.channels', { count: Number(value) }),
  }))
  return <SelectField {...field} options={options} />
}
