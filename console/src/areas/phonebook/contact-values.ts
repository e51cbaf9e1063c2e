/** A contact as its form holds it, and as it is stored. Source: specification B §3, B §4, B §5. */
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { name, requiredName, speedDial } from '@lintel/contract/rules/phonebook'
import { found, problem, required } from '@lintel/contract/rules/problem'
import type { Errors, Problem } from '@lintel/contract/rules/problem'
import { callInformationOf, callsOf, checkCalls } from './calls.ts'
import type { ContactCall } from './calls.ts'
import type { EntryIds } from './entry-kind.ts'
import type { Features } from './features.ts'
import type { EntryInput } from './parts/entries.ts'
import { checkFallback, fallbackEntry, fallbackKey, fallbackValues } from './parts/fallback.ts'
import type { FallbackValues } from './parts/fallback.ts'
import { hasImage, imageProblem, provesImage } from '../../app/image/image.ts'
import type { ImageValues } from '../../app/image/image.ts'
import { listIn, listValue } from './parts/list-value.ts'
import type { CallingAccount } from './parts/target.ts'

export const DEPARTMENTS = ['NONE', 'NEW', 'SELECT'] as const

export type ContactValues = FallbackValues &
  ImageValues & {
    firstName: string
    lastName: string
    speedDial: string
    department: (typeof DEPARTMENTS)[number]
    /** The name of a new department. */
    departmentName: string
    /** The id of an existing department. */
    departmentId: string
    /** A list of `ContactCall` (`list-value.ts`). */
    calls: string
  }

/** What the device has of a contact and around it. */
export interface ContactState {
  /** Undefined: there is none with this id. */
  contact: PhonebookEntry | undefined
  fallback: PhonebookEntry | undefined
  /** The organisation of the contact; undefined outside of one. */
  organisation: PhonebookEntry | undefined
  /** The departments of the organisation. */
  departments: readonly PhonebookEntry[]
}

/** The ids that new entries get, also a new department. */
export interface ContactIds extends EntryIds {
  department: string
}

export const callsIn = ({ calls }: Pick<ContactValues, 'calls'>) =>
  listIn(calls) as readonly ContactCall[]

/** @param account what a new address is called with */
export const newContact = (account: string): ContactValues => ({
  firstName: '',
  lastName: '',
  speedDial: '',
  department: 'NONE',
  departmentName: '',
  departmentId: '',
  calls: listValue([]),
  image: '',
  ...fallbackValues(undefined, account),
})

/** The department that the contact is in. */
export const departmentIn = ({ departments, contact }: ContactState) =>
  departments.find(({ childIds }) => contact !== undefined && childIds.includes(contact.id))

/** The form of a stored contact; undefined if there is none. */
export function contactValues(state: ContactState, account: string): ContactValues | undefined {
  const { contact, fallback } = state
  if (!contact) return undefined
  const department = departmentIn(state)
  return {
    firstName: contact.firstName ?? '',
    lastName: contact.lastName ?? '',
    speedDial: contact.keyTrigger ?? '',
    department: department ? 'SELECT' : 'NONE',
    departmentName: '',
    departmentId: department?.id ?? '',
    calls: listValue(callsOf(contact.callInformation)),
    image: contact.image,
    ...fallbackValues(fallback, account),
  }
}

/** The errors of the form. B §5. */
export function checkContact(
  values: ContactValues,
  around: {
    features: Pick<Features, 'callKeypad' | 'departments' | 'needsSpeedDial'>
    accounts: readonly CallingAccount[]
    /** The problem of a speed dial that somebody has already. */
    taken: (value: string) => Problem | undefined
  },
): Errors<ContactValues> {
  const { features, accounts, taken } = around
  const { firstName, lastName, department } = values
  const nameless = firstName === '' && lastName === '' ? problem('validation.errorRequired') : null
  const dial = speedDial(features.needsSpeedDial)
  return found<ContactValues>({
    firstName: nameless ?? name(firstName),
    lastName: nameless ?? name(lastName),
    speedDial: features.callKeypad
      ? (dial(values.speedDial) ?? taken(values.speedDial))
      : undefined,
    departmentName:
      features.departments && department === 'NEW'
        ? requiredName(values.departmentName)
        : undefined,
    departmentId:
      features.departments && department === 'SELECT' ? required(values.departmentId) : undefined,
    calls: checkCalls(callsIn(values), accounts),
    image: imageProblem(values.image),
    ...checkFallback(values, accounts),
  })
}

/** What is in the first call of a save, as text, to compare it. */
function storedPart(values: ContactValues): string {
  const { firstName, lastName, speedDial: dial } = values
  const calls = callInformationOf(callsIn(values))
  return JSON.stringify([firstName, lastName, dial, calls, fallbackKey(values)])
}

/** Whether two forms mean the same. @param ids a new department counts as the one with its id */
export function sameContact(one: ContactValues, other: ContactValues, ids: ContactIds): boolean {
  const departmentOf = ({ department, departmentId }: ContactValues) =>
    ({ NONE: '', NEW: ids.department, SELECT: departmentId })[department]
  const newName = ({ department, departmentName }: ContactValues) =>
    department === 'NEW' ? departmentName : undefined
  const names = [newName(one), newName(other)].filter((given) => given !== undefined)
  return (
    storedPart(one) === storedPart(other) &&
    departmentOf(one) === departmentOf(other) &&
    new Set(names).size <= 1 &&
    one.image === other.image
  )
}

/** Whether the device has what was sent, except for the image. */
function storesEntries(state: ContactState, sent: ContactValues): boolean {
  const now = contactValues(state, '')
  if (!now || storedPart(now) !== storedPart(sent)) return false
  const department = departmentIn(state)
  if (sent.department === 'NONE') return department === undefined
  return sent.department === 'NEW'
    ? department?.label === sent.departmentName
    : department?.id === sent.departmentId
}

/** Whether the device has what was sent. */
export const storesContact = (state: ContactState, sent: ContactValues): boolean =>
  storesEntries(state, sent) && hasImage(state.contact?.image ?? '', sent.image)

/** Whether that is certain, as what is in a stored image is not. */
export const provesContact = (
  state: ContactState,
  sent: ContactValues,
  before: ContactValues,
): boolean =>
  storesEntries(state, sent) && provesImage(state.contact?.image ?? '', sent.image, before.image)

/** The department that the form names; empty for none. */
export const chosenDepartment = (values: ContactValues, ids: ContactIds): string =>
  ({ NONE: '', NEW: ids.department, SELECT: values.departmentId })[values.department]

/**
 * The entries of a save in their order: fallback, departments, contact. B §4.
 * @param organisationId of a new contact; empty for none
 */
export function contactEntries(
  values: ContactValues,
  state: ContactState,
  ids: ContactIds,
  organisationId: string,
): EntryInput[] {
  const { contact, departments } = state
  const fallbackId = state.fallback?.id ?? ids.fallback
  const fallback = fallbackEntry(values, fallbackId, state.fallback)
  const person: EntryInput = {
    id: ids.entry,
    type: 'Person',
    firstName: values.firstName,
    lastName: values.lastName,
    keyTrigger: values.speedDial,
    callInformation: callInformationOf(callsIn(values)),
    // A fallback that is not named any more goes by itself.
    childIds: fallback ? [fallbackId] : [],
    ...(contact ? {} : { organisationId }),
  }
  return [...(fallback ? [fallback] : []), ...groups(), person]

  /** The department that the contact leaves, and the one that it joins. */
  function groups(): EntryInput[] {
    const before = departmentIn(state)
    const after = chosenDepartment(values, ids)
    const own = contact?.organisationId ?? organisationId
    if (before?.id === after && values.department !== 'NEW') return []
    const changed: EntryInput[] = []
    if (before && before.id !== after) {
      const childIds = before.childIds.filter((id) => id !== ids.entry)
      changed.push({ id: before.id, type: 'Group', childIds })
    }
    if (after !== '') {
      const joined = departments.find(({ id }) => id === after)?.childIds ?? []
      const childIds = [...joined.filter((id) => id !== ids.entry), ids.entry]
      changed.push({
        id: after,
        type: 'Group',
        childIds,
        ...(values.department === 'NEW'
          ? { label: values.departmentName, organisationId: own }
          : {}),
      })
    }
    return changed
  }
}
