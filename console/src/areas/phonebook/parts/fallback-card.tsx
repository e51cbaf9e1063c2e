import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { Card } from '@lintel/ui/card'
import { SelectField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { ContactField } from './contact-field.tsx'
import { FALLBACKS } from './fallback.ts'
import type { FallbackValues } from './fallback.ts'
import { TargetFields } from './target-fields.tsx'

/** Who is called if nobody answers. B §2. */
export function FallbackCard<V extends FormValues & FallbackValues>(props: {
  form: Form<V>
  accounts: readonly ListedSipAccount[]
  /** The id of the contact that the form is about, which can't be its own fallback. */
  own?: string
}) {
  const { form, accounts, own } = props
  const text = useText()
  const name = (field: keyof FallbackValues) => field as FieldName<V>
  const type = useFieldValue(form, name('fallback')) as FallbackValues['fallback']
  return (
    <Card title={text('phonebook.fallback')} note={text('phonebook.fallback.note')}>
      <SelectField
        form={form}
        name={name('fallback')}
        label={text('phonebook.fallback')}
        options={FALLBACKS.map((value) => ({ value, label: text(`phonebook.fallback.${value}`) }))}
      />
      {type === 'CONTACT' && (
        <ContactField
          form={form}
          name={name('fallbackContact')}
          without={own === undefined ? [] : [own]}
        />
      )}
      {type === 'SIP' && (
        <TargetFields
          form={form}
          address={name('fallbackAddress')}
          account={name('fallbackAccount')}
          accounts={accounts}
        />
      )}
    </Card>
  )
}
