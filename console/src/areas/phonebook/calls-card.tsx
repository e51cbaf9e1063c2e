import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { FieldNote } from '@lintel/ui/field-note'
import { setInput, useFieldValue, useInputError } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useAvailability } from './availability-field.tsx'
import type { ContactCall } from './calls.ts'
import { callsIn } from './contact-values.ts'
import type { ContactValues } from './contact-values.ts'
import { ItemsCard } from './parts/items-card.tsx'
import { listValue } from './parts/list-value.ts'
import { callingAccount } from './parts/target.ts'

/** The calls of a form, and a function that sets them. */
export function useCalls(form: Form<ContactValues>) {
  const calls = callsIn({ calls: useFieldValue(form, 'calls') })
  const setCalls = (next: readonly ContactCall[]) => setInput(form, 'calls', listValue(next))
  return { calls, setCalls }
}

/** The most calls that a contact has. Own. */
const CALLS_MAX = 16

/**
 * How a contact is called, in order. The dialog of a call, `CallDialog`, is outside of the form, as a
 * form can't contain another. B §2.
 */
export function CallsCard(props: {
  form: Form<ContactValues>
  accounts: readonly ListedSipAccount[]
  onAdd: () => void
  onEdit: (call: ContactCall) => void
}) {
  const { form, accounts, onAdd, onEdit } = props
  const text = useText()
  const whenOf = useAvailability()
  const { calls, setCalls } = useCalls(form)
  const error = useInputError(form, 'calls')
  const nameOf = ({ type, address }: ContactCall) =>
    type === 'SIP' ? address : text('phonebook.recipient.VMS')
  const accountOf = ({ type, account }: ContactCall) =>
    type === 'SIP' ? [callingAccount(account, accounts)?.Name ?? account] : []
  return (
    <ItemsCard
      title={text('phonebook.calls')}
      note={text('phonebook.calls.note')}
      empty={text('phonebook.calls.empty')}
      field="calls"
      items={calls}
      nameOf={nameOf}
      add={text('phonebook.call.add')}
      isFull={calls.length >= CALLS_MAX}
      onAdd={onAdd}
      onEdit={onEdit}
      onChange={setCalls}
      notice={<FieldNote id={undefined} error={error} warning={undefined} />}
    >
      {(call) => (
        <>
          <span className={call.type === 'SIP' ? 'mono' : undefined}>{nameOf(call)}</span>
          <small>{[...accountOf(call), whenOf(call.scheduleIds)].join(' · ')}</small>
        </>
      )}
    </ItemsCard>
  )
}
