import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { RECIPIENTS_MAX } from '@lintel/contract/rules/phonebook'
import { setInput, useFieldValue } from '@lintel/ui/form'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { ItemsCard } from './items-card.tsx'
import { listIn, listValue } from './list-value.ts'
import { ordered } from './recipients.ts'
import type { Recipient } from './recipients.ts'
import { useContactNames } from './use-contacts.ts'

/** The recipients as one value of a form, a list of `Recipient` (`list-value.ts`). */
export type RecipientsValue = { recipients: string }

/** The recipients of a form, and a function that sets them. */
export function useRecipients<V extends FormValues & RecipientsValue>(form: Form<V>) {
  const name = 'recipients' as FieldName<V>
  const recipients = listIn(useFieldValue(form, name)) as readonly Recipient[]
  const setRecipients = (next: readonly Recipient[]) =>
    setInput(form, name, listValue(ordered(next)))
  return { recipients, setRecipients }
}

/**
 * The recipients in the order in which they are called. The dialog that adds one, `RecipientDialog`,
 * is outside of the form, as a form can't contain another. B §2, B §5.
 */
export function RecipientsCard<V extends FormValues & RecipientsValue>(props: {
  form: Form<V>
  accounts: readonly ListedSipAccount[]
  onAdd: () => void
}) {
  const { form, accounts, onAdd } = props
  const text = useText()
  const { recipients, setRecipients } = useRecipients(form)
  const contacts = recipients.flatMap(({ type, id }) => (type === 'CONTACT' ? [id] : []))
  const names = useContactNames(contacts)
  const isFull = recipients.length >= RECIPIENTS_MAX
  function nameOf(one: Recipient): string {
    if (one.type === 'CONTACT') return names.get(one.id) ?? ''
    return one.type === 'SIP' ? one.address : text('phonebook.recipient.VMS')
  }
  return (
    <ItemsCard
      title={text('ui.recipients')}
      note={text('phonebook.recipients.note')}
      empty={text('phonebook.recipients.empty')}
      field="recipients"
      items={recipients}
      first={recipients.filter(({ type }) => type === 'VMS').length}
      nameOf={nameOf}
      add={text('phonebook.recipient.add')}
      isFull={isFull}
      onAdd={onAdd}
      onChange={setRecipients}
      notice={
        isFull && (
          <Notice
            status="warn"
            title={text('phonebook.warnMaxRecipients', { max: RECIPIENTS_MAX })}
          />
        )
      }
    >
      {(one) => (
        <>
          <span className={one.type === 'SIP' ? 'mono' : undefined}>{nameOf(one)}</span>
          {one.type === 'SIP' && (
            <small>{accounts.find(({ Id }) => Id === one.account)?.Name ?? one.account}</small>
          )}
          {one.type === 'CONTACT' && <small>{text('phonebook.contact')}</small>}
        </>
      )}
    </ItemsCard>
  )
}
