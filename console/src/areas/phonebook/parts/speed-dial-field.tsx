import { TextField } from '@lintel/ui/fields'
import type { Form, FormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'

/** The speed dial of a contact or call group. B §2, OPEN-54. */
export function SpeedDialField<V extends FormValues & { speedDial: string }>(props: {
  form: Form<V>
  optional: boolean
}) {
  const { form, optional } = props
  const text = useText()
  return (
    <TextField
      form={form}
      name="speedDial"
      label={text('phonebook.speedDial')}
      help={text('phonebook.speedDial.help')}
      inputMode="tel"
      autoComplete="off"
      optional={optional}
      mono
    />
  )
}
