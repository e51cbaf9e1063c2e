/** A call group as its form holds it, and as it is stored. Source: specification B §3, B §5. */
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import {
  GROUPS_ON_DISPLAY_MAX,
  isOnDisplay,
  ON_DISPLAY,
  RECIPIENTS_MAX,
  requiredName,
  speedDial,
} from '@lintel/contract/rules/phonebook'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors, Problem } from '@lintel/contract/rules/problem'
import type { EntryIds } from './entry-kind.ts'
import type { Features } from './features.ts'
import type { EntryInput } from './parts/entries.ts'
import { checkFallback, fallbackEntry, fallbackKey, fallbackValues } from './parts/fallback.ts'
import type { FallbackValues } from './parts/fallback.ts'
import { hasImage, imageProblem, provesImage } from '../../app/image/image.ts'
import type { ImageValues } from '../../app/image/image.ts'
import { listIn, listValue } from './parts/list-value.ts'
import { recipientEntries, recipientMembers, recipientsOf } from './parts/recipients.ts'
import type { Recipient } from './parts/recipients.ts'
import type { CallingAccount } from './parts/target.ts'

export type GroupValues = FallbackValues &
  ImageValues & {
    label: string
    /** Whether it is a button on the display. */
    onDisplay: boolean
    speedDial: string
    /** A list of `Recipient` (`list-value.ts`). */
    recipients: string
  }

/** What the device has of a call group and around it. */
export interface GroupState {
  /** Undefined: there is none with this id. */
  group: PhonebookEntry | undefined
  /** The entries that its `childIds` name. */
  children: readonly PhonebookEntry[]
  /** The organisation of the group; undefined outside of one. */
  organisation: PhonebookEntry | undefined
}

const recipientsIn = ({ recipients }: GroupValues) => listIn(recipients) as readonly Recipient[]

const fallbackIn = ({ children }: GroupState) => children.find(({ type }) => type === 'Fallback')

/** @param account what a new address is called with */
export const newGroup = (account: string): GroupValues => ({
  label: '',
  onDisplay: false,
  speedDial: '',
  recipients: listValue([]),
  image: '',
  ...fallbackValues(undefined, account),
})

/** The form of a stored call group; undefined if there is none. */
export function groupValues(state: GroupState, account: string): GroupValues | undefined {
  const { group, children } = state
  if (!group) return undefined
  return {
    label: group.label,
    onDisplay: isOnDisplay(group.UIAttributes),
    speedDial: group.keyTrigger ?? '',
    recipients: listValue(recipientsOf(group, children)),
    image: group.image,
    ...fallbackValues(fallbackIn(state), account),
  }
}

/** The errors of the form. B §5. */
export function checkGroup(
  values: GroupValues,
  around: {
    features: Pick<Features, 'callKeypad' | 'needsSpeedDial'>
    accounts: readonly CallingAccount[]
    /** The problem of a speed dial that somebody has already. */
    taken: (value: string) => Problem | undefined
  },
): Errors<GroupValues> {
  const { features, accounts, taken } = around
  const dial = speedDial(features.needsSpeedDial)
  return found<GroupValues>({
    label: requiredName(values.label),
    speedDial: features.callKeypad
      ? (dial(values.speedDial) ?? taken(values.speedDial))
      : undefined,
    recipients:
      recipientsIn(values).length > RECIPIENTS_MAX
        ? problem('phonebook.warnMaxRecipients', { max: RECIPIENTS_MAX })
        : undefined,
    image: imageProblem(values.image),
    ...checkFallback(values, accounts),
  })
}

/** What is in the first call of a save, as text, to compare it. */
const storedPart = (values: GroupValues): string =>
  JSON.stringify([
    values.label,
    values.onDisplay,
    values.speedDial,
    recipientsIn(values),
    fallbackKey(values),
  ])

/** Whether two forms mean the same. */
export const sameGroup = (one: GroupValues, other: GroupValues): boolean =>
  storedPart(one) === storedPart(other) && one.image === other.image

function storesEntries(state: GroupState, sent: GroupValues): boolean {
  const now = groupValues(state, '')
  return now !== undefined && storedPart(now) === storedPart(sent)
}

/** Whether the device has what was sent. */
export const storesGroup = (state: GroupState, sent: GroupValues): boolean =>
  storesEntries(state, sent) && hasImage(state.group?.image ?? '', sent.image)

/** Whether that is certain, as what is in a stored image is not. */
export const provesGroup = (state: GroupState, sent: GroupValues, before: GroupValues): boolean =>
  storesEntries(state, sent) && provesImage(state.group?.image ?? '', sent.image, before.image)

/**
 * The entries of a save: fallback, addresses, call group.
 * @param organisationId of a new call group; empty for none
 */
export function groupEntries(
  values: GroupValues,
  state: GroupState,
  ids: EntryIds,
  organisationId: string,
): EntryInput[] {
  const { group } = state
  const recipients = recipientsIn(values)
  const stored = fallbackIn(state)
  const fallbackId = stored?.id ?? ids.fallback
  const fallback = fallbackEntry(values, fallbackId, stored)
  const others = (group?.UIAttributes ?? []).filter(({ Name }) => Name !== ON_DISPLAY)
  return [
    ...(fallback ? [fallback] : []),
    ...recipientEntries(recipients, state.children),
    {
      id: ids.entry,
      type: 'Rule',
      label: values.label,
      triggerType: 'Key',
      keyTrigger: values.speedDial,
      ...recipientMembers(recipients, fallback && fallbackId, group),
      UIAttributes: [...others, { Name: ON_DISPLAY, Value: String(values.onDisplay) }],
      ...(group ? {} : { organisationId }),
    },
  ]
}

/**
 * The other call groups on the display, if it has no room for this one. B §4, OPEN-60.
 * @param own the id of this one
 */
export function displayTaken<G extends { id: string }>(
  shown: readonly G[],
  own: string,
): readonly G[] | undefined {
  const others = shown.filter(({ id }) => id !== own)
  return others.length >= GROUPS_ON_DISPLAY_MAX ? others : undefined
}
