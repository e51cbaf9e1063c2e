import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { SelectField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { useState } from 'react'
import { AvailabilityField } from './availability-field.tsx'
import { CALL_TYPES, callIn, callValues, checkCallValues, newCall } from './calls.ts'
import type { CallValues, ContactCall } from './calls.ts'
import { useCalls } from './calls-card.tsx'
import type { ContactValues } from './contact-values.ts'
import { newEntryId } from '../../app/entry-id.ts'
import { defaultAccount } from './parts/target.ts'
import { TargetFields } from './parts/target-fields.tsx'

/** One way to call the contact of a form. B §3, B §5. */
export function CallDialog(props: {
  /** The form of the contact, outside of which the dialog is. */
  contact: Form<ContactValues>
  /** Undefined for a new one. */
  before: ContactCall | undefined
  accounts: readonly ListedSipAccount[]
  onClose: () => void
}) {
  const { contact, before, accounts, onClose } = props
  const text = useText()
  const { calls, setCalls } = useCalls(contact)
  // What is typed stays when the default account changes.
  const [values] = useState(() => callValues(before ?? newCall(defaultAccount(accounts))))
  const form = useSettingsForm<CallValues>({
    values,
    check: (typed) => ({ errors: checkCallValues(typed, accounts) }),
    checkOn: 'submit',
    // oxlint-disable-next-line require-await -- adding it to the other form takes no time
    async save(typed) {
      const call = callIn(typed, before?.id ?? newEntryId())
      const at = before ? calls.findIndex(({ id }) => id === before.id) : -1
      setCalls(at === -1 ? [...calls, call] : calls.with(at, call))
    },
    onSaved: onClose,
  })
  const type = useFieldValue(form, 'type')
  const title = text(before ? 'phonebook.call.edit' : 'phonebook.call.add')
  return (
    <Dialog open title={title} onClose={onClose}>
      <SettingsForm form={form} label={title} layout="stack">
        <SelectField
          form={form}
          name="type"
          label={text('phonebook.call.type')}
          options={CALL_TYPES.map((value) => ({
            value,
            label: text(value === 'SIP' ? 'phonebook.call.SIP' : 'phonebook.recipient.VMS'),
          }))}
        />
        {type === 'SIP' && (
          <TargetFields form={form} address="address" account="account" accounts={accounts} />
        )}
        <AvailabilityField form={form} name="schedules" />
        <FormActions form={form} verb={text(before ? 'phonebook.call.keep' : 'phonebook.call.add')}>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
        </FormActions>
      </SettingsForm>
    </Dialog>
  )
}
