import * as v from 'valibot'
import { actionCall } from '../call.ts'
import { ENTRY_ID_MAX, ENTRY_TYPES } from '../rules/phonebook.ts'

/**
 * The phonebook's public calls. Entries form a graph by their `childIds`:
 * - Organization: its contacts (Person), departments (Group) and call groups (Rule);
 * - Group: its contacts;
 * - Person: its fallback;
 * - Rule: its recipients in order, contacts (Person) and addresses (CallInfo), and its fallback;
 * - Fallback: a contact, unless its `callInformation` has an address;
 * - CallInfo: nothing; its `callInformation` has one address.
 * Source: specification B §3, §7; device-api.md #32.
 */
const service = {
  path: '/vapix/axdsapi',
  publicPath: '/vapix/intercom',
  prefix: 'axdsapi',
  access: 'admin',
  source: 'B §3 Phonebook entries; B §7 Phonebook and reader service',
  proof: 'own design',
} as const

const entryId = v.pipe(v.string(), v.regex(/^[\w.-]+$/), v.maxLength(ENTRY_ID_MAX))
const idOrNone = v.union([v.literal(''), entryId])
const text = v.pipe(v.string(), v.maxLength(1024))

/** Schedules in which it applies, by their EventID; none: always (OPEN-59). */
const scheduleIds = v.optional(
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(128))), v.maxLength(8)),
  [],
)

const sip = v.object({
  type: v.literal('SIP'),
  address: v.pipe(v.string(), v.trim()),
  /** The account that calls; empty: the default one. */
  accountid: v.nullish(v.pipe(v.string(), v.maxLength(64)), ''),
  scheduleIds,
})

/** Whoever watches the video management software is called by an event. */
const vms = v.object({ type: v.literal('VMS'), scheduleIds })

const callInformation = v.pipe(v.array(v.variant('type', [sip, vms])), v.maxLength(16))

export type SipCallInformation = v.InferOutput<typeof sip>
export type VmsCallInformation = v.InferOutput<typeof vms>
export type CallInformation = SipCallInformation | VmsCallInformation

const attributes = v.pipe(
  v.array(v.object({ Name: text, Value: v.optional(text, '') })),
  v.maxLength(32),
)

/** A flag of attributes, which clients write as text or not. */
const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((word) => word === 'true'),
  ),
])

/** Members that are left out keep their values, or have none in a new entry. */
const members = {
  label: v.optional(text),
  /** Of an organisation. */
  description: v.optional(text),
  /** Of a contact. */
  firstName: v.optional(text),
  lastName: v.optional(text),
  /** The speed dial of a contact or call group. */
  keyTrigger: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64))),
  /** Of a call group: `Key`. */
  triggerType: v.optional(text),
  callInformation: v.optional(callInformation),
  /** `sequential`, or as other clients wrote it. */
  callForkingType: v.optional(text),
  /** Of a call group, `ButtonOnDisplay`; of an organisation, `DisplayOrder`. */
  UIAttributes: v.optional(attributes),
  childIds: v.optional(v.pipe(v.array(entryId), v.maxLength(20_000))),
  /** The organisation that a contact, department or call group is in, if that is not told by its `childIds`. */
  organisationId: v.optional(idOrNone),
  CallButtonOnly: v.optional(flag),
  /** Of the rule of the call button: whether the button calls. */
  DisplayButton: v.optional(flag),
}

const type = v.picklist(ENTRY_TYPES)

/** An entry as clients write it. With a `version`, it is refused if the entry has another one by now. */
export const writtenEntry = v.object({
  id: v.optional(idOrNone, ''),
  type,
  ...members,
  /** Images are uploaded by a call of their own. */
  image: v.optional(text),
  version: v.optional(v.string()),
})

export type WrittenEntry = v.InferOutput<typeof writtenEntry>

const entry = v.object({
  id: v.string(),
  type,
  ...members,
  label: v.string(),
  childIds: v.array(v.string()),
  /** The address of the image; empty if there is none. */
  image: v.string(),
  /** Changes with the entry. Other devices send none. */
  version: v.optional(v.string()),
})

/** An entry as devices return it. */
export type PhonebookEntry = v.InferOutput<typeof entry>

export const getPhonebookEntries = actionCall({
  ...service,
  id: 'phonebook.GetPhonebookEntries',
  operation: 'GetPhonebookEntries',
  effect: 'read',
  summary:
    'Returns the entries that match the whole filter: a type, a speed dial, ids, or the organisation that contacts, departments and call groups are in. Without a filter, all.',
  request: v.object({
    filter: v.optional(
      v.union([
        v.object({
          type: v.optional(type),
          keyTrigger: v.optional(v.string()),
          ids: v.optional(v.array(v.string())),
          organisationId: v.optional(v.string()),
        }),
        v.pipe(
          type,
          v.transform((one) => ({ type: one })),
        ),
      ]),
      {},
    ),
  }),
  data: v.object({ phonebookEntries: v.array(entry) }),
})

export const setPhonebookEntries = actionCall({
  ...service,
  id: 'phonebook.SetPhonebookEntries',
  operation: 'SetPhonebookEntries',
  effect: 'write',
  summary:
    'Changes the entries with these ids, and creates the others: all of them or none. Clients may choose the ids of new entries; without one, the device does. An organisation keeps the children that its `childIds` leave out; a contact that a department leaves out returns to the organisation.',
  request: v.object({ phonebookEntries: v.pipe(v.array(writtenEntry), v.maxLength(20_000)) }),
  data: v.object({ ids: v.array(v.string()) }),
})

export const removePhonebookEntries = actionCall({
  ...service,
  id: 'phonebook.RemovePhonebookEntries',
  operation: 'RemovePhonebookEntries',
  effect: 'write',
  summary:
    'Removes entries: organisations with everything in them, departments without their contacts. Recipients and fallbacks that name a removed contact go too. Unknown ids are ignored.',
  request: v.object({ ids: v.array(v.string()) }),
  data: v.object({}),
})
