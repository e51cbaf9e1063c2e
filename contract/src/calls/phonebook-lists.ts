import * as v from 'valibot'
import { restCall } from '../call.ts'
import { pageOf, pageRequest } from '../collection.ts'

/** Pages of the phonebook, for consoles with thousands of contacts. */
const own = {
  source: 'own design',
  proof: 'own design',
  access: 'admin',
  effect: 'read',
  methods: ['GET'],
  own: true,
} as const

const row = {
  /** Of the row; events name it. */
  id: v.string(),
  version: v.string(),
  /** The entry's id. */
  entry: v.string(),
  /** The address of the image; empty if there is none. */
  image: v.string(),
}

const dialled = {
  /** The speed dial. */
  keyTrigger: v.string(),
  /** The names of other contacts and call groups with the same speed dial, `COLLISIONS_MAX` at most. */
  collidesWith: v.array(v.string()),
  /** The id and label of the organisation; empty outside of one. */
  organisation: v.string(),
  organisationLabel: v.string(),
}

const organisation = v.object({
  ...row,
  label: v.string(),
  description: v.string(),
  contacts: v.number(),
  callGroups: v.number(),
})

const contact = v.object({
  ...row,
  ...dialled,
  firstName: v.string(),
  lastName: v.string(),
  /** The label of the department; empty outside of one. */
  department: v.string(),
  /** How the contact is called first; undefined: not at all. */
  call: v.optional(v.picklist(['SIP', 'VMS'])),
  /** A call is restricted to a schedule that the device doesn't have; undefined: none is. */
  scheduleGone: v.optional(v.literal(true)),
})

const callGroup = v.object({
  ...row,
  ...dialled,
  label: v.string(),
  onDisplay: v.boolean(),
})

export type OrganisationRow = v.InferOutput<typeof organisation>
export type ContactRow = v.InferOutput<typeof contact>
export type CallGroupRow = v.InferOutput<typeof callGroup>

/** What requests and addresses of the console call the place outside of all organisations. */
export const OUTSIDE = '-'

/** How many names a row gives of those with the same speed dial. */
export const COLLISIONS_MAX = 3

/** The organisation whose rows to read, or `OUTSIDE`. */
const within = { organisation: v.optional(v.string()) }

export const listOrganisations = restCall({
  ...own,
  id: 'phonebookLists.organisations',
  path: '/lintel/phonebook/organisations',
  summary:
    'Returns a page of the organisations, filtered by label and description, sorted by `label`.',
  request: pageRequest,
  data: pageOf(organisation),
})

export const listContacts = restCall({
  ...own,
  id: 'phonebookLists.contacts',
  path: '/lintel/phonebook/contacts',
  summary:
    'Returns a page of the contacts of an organisation (`-`: of none), or of all. Filtered by name, speed dial and address, sorted by `firstName`, `lastName` or `keyTrigger`. With `call`, only those that are called first in this way.',
  request: v.object({
    ...pageRequest.entries,
    ...within,
    call: v.optional(v.picklist(['SIP', 'VMS'])),
  }),
  data: pageOf(contact),
})

export const listCallGroups = restCall({
  ...own,
  id: 'phonebookLists.callGroups',
  path: '/lintel/phonebook/call-groups',
  summary:
    'Returns a page of the call groups of an organisation, of those on the display, or of all that a filter finds. Filtered by name and speed dial, sorted by `label`, `keyTrigger` or `onDisplay`.',
  request: v.object({
    ...pageRequest.entries,
    ...within,
    onDisplay: v.optional(v.literal('true')),
  }),
  data: pageOf(callGroup),
})
