import {
  getPhonebookEntries,
  removePhonebookEntries,
  setPhonebookEntries,
} from '@lintel/contract/calls/phonebook'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import type { RequestOf } from '@lintel/contract/call'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import type { Phonebook } from '../../state/phonebook/phonebook.ts'
import type { StoredEntry } from '../../state/phonebook/rows.ts'
import { checksOf } from './check-entry.ts'
import { imagePath } from './image-path.ts'

/** Reading and changing entries. */
export function entryCalls(device: Device): ServedCall[] {
  const { phonebook } = device
  const check = checksOf(device)
  return [
    serve(getPhonebookEntries, ({ filter }, context) => {
      context.version(phonebook.version())
      return { phonebookEntries: found(phonebook, filter).map((one) => entryOf(phonebook, one)) }
    }),
    serveChange(setPhonebookEntries, ({ phonebookEntries }, context) => {
      context.mustMatch(phonebook.version())
      return { ids: phonebook.set(phonebookEntries, check) }
    }),
    serveChange(removePhonebookEntries, ({ ids }, context) => {
      context.mustMatch(phonebook.version())
      phonebook.remove(ids)
      return {}
    }),
  ]
}

type Filter = RequestOf<typeof getPhonebookEntries>['filter']

/** The entries that match the whole filter, by the index that leaves the fewest. */
function found(phonebook: Phonebook, filter: Filter): StoredEntry[] {
  const { type, keyTrigger, ids, organisationId } = { ...NO_FILTER, ...filter }
  const where = {
    ...(type === undefined ? {} : { type }),
    ...(organisationId === undefined ? {} : { organisation: organisationId }),
  }
  const candidates =
    ids?.flatMap((id) => phonebook.find(id) ?? []) ??
    (keyTrigger === undefined ? phonebook.all(where) : phonebook.withSpeedDial(keyTrigger))
  return candidates.filter(
    (one) =>
      (type === undefined || one.type === type) &&
      (keyTrigger === undefined || one.keyTrigger === keyTrigger) &&
      (organisationId === undefined || one.organisation === organisationId),
  )
}

const NO_FILTER: {
  type?: PhonebookEntry['type']
  keyTrigger?: string
  ids?: string[]
  organisationId?: string
} = {}

/** An entry as the calls have it: with the members that its type has. */
export function entryOf(phonebook: Phonebook, stored: StoredEntry): PhonebookEntry {
  const { entry: id, type, label, version, record, organisation } = stored
  const common = {
    id,
    type,
    label,
    childIds: phonebook.childrenOf(stored),
    image: imagePath(stored),
    ...record,
    callInformation: record.callInformation ? [...record.callInformation] : undefined,
    UIAttributes: record.UIAttributes ? [...record.UIAttributes] : undefined,
    version,
  }
  if (type === 'Organization') return { ...common, description: stored.description }
  const inside = { ...common, organisationId: organisation }
  if (type === 'Person') {
    const { firstName, lastName, keyTrigger } = stored
    return { ...inside, firstName, lastName, keyTrigger }
  }
  if (type === 'Rule') return { ...inside, keyTrigger: stored.keyTrigger }
  return type === 'Group' ? inside : common
}
