/** The entries of the phonebook as clients and devices write them. Source: specification B §3. */
import * as v from 'valibot'
import { CALL_ADDRESS_MAX } from './rules/call-button.ts'
import { ENTRY_ID_MAX, ENTRY_TYPES } from './rules/phonebook.ts'

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
  address: v.pipe(v.string(), v.trim(), v.maxLength(CALL_ADDRESS_MAX)),
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

export const entryType = v.picklist(ENTRY_TYPES)

/** An entry as clients write it. With a `version`, it is refused if the entry has another one by now. */
export const writtenEntry = v.object({
  id: v.optional(idOrNone, ''),
  type: entryType,
  ...members,
  /** Images are uploaded by a call of their own. */
  image: v.optional(text),
  version: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

export type WrittenEntry = v.InferOutput<typeof writtenEntry>

export const returnedEntry = v.object({
  id: v.string(),
  type: entryType,
  ...members,
  label: v.string(),
  childIds: v.array(v.string()),
  /** The address of the image; empty if there is none. */
  image: v.string(),
  /** Changes with the entry. Other devices send none. */
  version: v.optional(v.string()),
})

/** An entry as devices return it. */
export type PhonebookEntry = v.InferOutput<typeof returnedEntry>
