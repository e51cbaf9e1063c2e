import { ComboboxField } from '@lintel/ui/combobox'
import { useFieldValue } from '@lintel/ui/form'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useContacts } from './use-contacts.ts'

/** One contact of the phonebook, found on the device by what is typed. */
export function ContactField<V extends FormValues>(props: {
  form: Form<V>
  name: FieldName<V>
  /** Only contacts that are called by the video management software first (PHONEBOOK-75). */
  onlyVms?: boolean
  /** The ids of contacts that can't be chosen. */
  without?: readonly string[]
}) {
  const { form, name, onlyVms = false, without = [] } = props
  const text = useText()
  const value = useFieldValue(form, name) as string
  const { options, search } = useContacts(value, { onlyVms, without })
  return (
    <ComboboxField
      form={form}
      name={name}
      label={text('phonebook.contact')}
      help={text(onlyVms ? 'phonebook.contact.help.vms' : 'phonebook.contact.help')}
      options={options}
      search={search}
    />
  )
}
