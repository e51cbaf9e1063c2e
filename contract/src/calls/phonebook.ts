import * as v from 'valibot'
import { actionCall } from '../call.ts'
import { entryType, returnedEntry, writtenEntry } from '../phonebook-entries.ts'

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

/** The largest body of `SetPhonebookEntries` in bytes, for ten thousand entries at once. Own. */
export const ENTRIES_BODY_MAX = 8 * 1024 * 1024

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
          type: v.optional(entryType),
          keyTrigger: v.optional(v.string()),
          ids: v.optional(v.array(v.string())),
          organisationId: v.optional(v.string()),
        }),
        v.pipe(
          entryType,
          v.transform((one) => ({ type: one })),
        ),
      ]),
      {},
    ),
  }),
  data: v.object({ phonebookEntries: v.array(returnedEntry) }),
})

export const setPhonebookEntries = actionCall({
  ...service,
  id: 'phonebook.SetPhonebookEntries',
  operation: 'SetPhonebookEntries',
  effect: 'write',
  bodyLimit: ENTRIES_BODY_MAX,
  summary:
    'Changes the entries with these ids, and creates the others: all of them or none. Clients may choose the ids of new entries; without one, the device does. An organisation keeps the children that its `childIds` leave out; a contact that a department leaves out returns to the organisation. The body has at most 8 MB.',
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
