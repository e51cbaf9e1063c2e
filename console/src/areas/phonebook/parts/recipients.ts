/** Who a call group or the call button calls, as the forms hold it. Source: specification B §3, B §5. */
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import type { EntryInput } from './entries.ts'
import { callsTo } from './target.ts'
import type { Target } from './target.ts'

/** The id of the recipient who watches the video management software; there is one at most. */
const VMS = 'VMS'

/** A contact by its entry's id, an address by that of its entry of type CallInfo. */
export type Recipient =
  | { type: 'CONTACT'; id: string }
  | ({ type: 'SIP'; id: string } & Target)
  | { type: 'VMS'; id: typeof VMS }

export const VMS_RECIPIENT: Recipient = { type: 'VMS', id: VMS }

/** The order in which they are called: the video management software is told before the others. */
export const ordered = (list: readonly Recipient[]): Recipient[] =>
  list.toSorted((a, b) => Number(b.type === 'VMS') - Number(a.type === 'VMS'))

/**
 * The recipients of a rule.
 * @param entries among others, those that its `childIds` name
 */
export function recipientsOf(
  rule: Pick<PhonebookEntry, 'childIds' | 'callInformation'>,
  entries: readonly PhonebookEntry[],
): Recipient[] {
  const children = rule.childIds.flatMap((id): Recipient[] => {
    const child = entries.find((entry) => entry.id === id)
    if (child?.type === 'Person') return [{ type: 'CONTACT', id }]
    const calls = child?.type === 'CallInfo' ? child.callInformation : undefined
    const call = calls?.find(({ type }) => type === 'SIP')
    if (call?.type !== 'SIP') return []
    return [{ type: 'SIP', id, address: call.address, account: call.accountid }]
  })
  const vms = rule.callInformation?.some(({ type }) => type === 'VMS')
  return vms ? [VMS_RECIPIENT, ...children] : children
}

/**
 * The entries of addresses among the recipients.
 * @param stored the entries that there are, among others
 */
export const recipientEntries = (
  list: readonly Recipient[],
  stored: readonly PhonebookEntry[],
): EntryInput[] =>
  list.flatMap((one) => {
    if (one.type !== 'SIP') return []
    const { id } = one
    const before = stored.find((entry) => entry.id === id)
    return [{ id, type: 'CallInfo', callInformation: callsTo(one, before?.callInformation) }]
  })

/** The members of a rule that name the recipients and the fallback. */
export function recipientMembers(
  list: readonly Recipient[],
  fallback: string | undefined,
  before: Pick<PhonebookEntry, 'callInformation'> | undefined,
): Pick<EntryInput, 'childIds' | 'callInformation'> {
  const stored = before?.callInformation ?? []
  const others = stored.filter(({ type }) => type !== 'VMS')
  const vms = stored.find(({ type }) => type === 'VMS') ?? { type: 'VMS' as const }
  return {
    childIds: [
      ...list.flatMap(({ type, id }) => (type === 'VMS' ? [] : [id])),
      ...(fallback === undefined ? [] : [fallback]),
    ],
    callInformation: list.some(({ type }) => type === 'VMS') ? [...others, vms] : others,
  }
}
