import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { SelectField } from '@lintel/ui/fields'
import { SettingsForm, useFormValues, useSettingsForm } from '@lintel/ui/form'
import type { Form, FormValues } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sipEnabledQuery } from '../../../app/sip.ts'
import { ContactField } from './contact-field.tsx'
import { newEntryId } from '../../../app/entry-id.ts'
import { checkRecipient, newRecipient, recipientIn, RECIPIENT_TYPES } from './recipient-values.ts'
import type { RecipientValues } from './recipient-values.ts'
import { useRecipients } from './recipients-card.tsx'
import type { RecipientsValue } from './recipients-card.tsx'
import { defaultAccount } from './target.ts'
import { TargetFields } from './target-fields.tsx'

/** Adds a recipient to those of a form, once it is valid. B §5. */
export function RecipientDialog<V extends FormValues & RecipientsValue>(props: {
  /** The form with the recipients, outside of which the dialog is. */
  form: Form<V>
  accounts: readonly ListedSipAccount[]
  /** Whether the video management software can be a recipient. */
  vms: boolean
  onClose: () => void
}) {
  const { accounts, vms, onClose } = props
  const text = useText()
  const { recipients, setRecipients } = useRecipients(props.form)
  // What is typed stays when the default account changes.
  const [values] = useState(() => newRecipient(defaultAccount(accounts)))
  const sipOff = useQuery(sipEnabledQuery).data === false
  const around = { accounts, sipOff, vms, recipients }
  const form = useSettingsForm<RecipientValues>({
    values,
    check: (typed) => ({ errors: checkRecipient(typed, around) }),
    // oxlint-disable-next-line require-await -- adding it to the other form takes no time
    async save(typed) {
      setRecipients([...recipients, recipientIn(typed, newEntryId())])
    },
    onSaved: onClose,
  })
  const typed = useFormValues(form)
  const isValid = Object.keys(checkRecipient(typed, around)).length === 0
  const title = text('phonebook.recipient.add')
  return (
    <Dialog open title={title} onClose={onClose}>
      <SettingsForm form={form} label={title} layout="stack">
        <SelectField
          form={form}
          name="type"
          label={text('phonebook.recipient.type')}
          help={sipOff ? text('phonebook.recipient.sipOff') : undefined}
          options={RECIPIENT_TYPES.filter((type) => type !== 'VMS' || vms).map((value) => ({
            value,
            label: text(`phonebook.recipient.${value}`),
            disabled: value === 'SIP' && sipOff,
          }))}
        />
        {typed.type === 'CONTACT' && (
          <ContactField
            form={form}
            name="contact"
            onlyVms={sipOff}
            without={recipients.map(({ id }) => id)}
          />
        )}
        {typed.type === 'SIP' && (
          <TargetFields form={form} address="address" account="account" accounts={accounts} />
        )}
        <FormActions form={form} verb={text('phonebook.recipient.add')} disabled={!isValid}>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
        </FormActions>
      </SettingsForm>
    </Dialog>
  )
}
