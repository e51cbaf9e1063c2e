import { randomUUID } from 'node:crypto'
import { ENTRIES_MAX } from '@lintel/contract/calls/phonebook-files'
import type { CallInformation, WrittenEntry } from '@lintel/contract/phonebook-entries'
import type { Page, PageRequest } from '@lintel/contract/collection'
import { Refusal } from '@lintel/contract/fault'
import { CALL_BUTTON_RULE, isOnDisplay } from '@lintel/contract/rules/phonebook'
import type { Database } from '../database.ts'
import { openRecord } from '../records.ts'
import { openAddresses } from './addresses.ts'
import { openDrafts } from './drafts.ts'
import type { Drafts } from './drafts.ts'
import { isContainer, openGraph, wrong } from './graph.ts'
import { openImages } from './images.ts'
import type { Images, StoredImage } from './images.ts'
import { contactsNamed } from './names.ts'
import type { NameSearch } from './names.ts'
import { openLinks, openRows } from './rows.ts'
import type { EntryRecord, EntryRow, StoredEntry } from './rows.ts'

/**
 * The phonebook: a graph of entries. Organisations contain contacts, departments and call groups,
 * departments contain contacts; an entry is in one of them at most. Rules, contacts and fallbacks
 * link to others (`Links`). No link leads to an entry that does not exist, and addresses (CallInfo)
 * and fallbacks go with the entry that they belong to. A change is durable when its method returns.
 */
export interface Phonebook {
  find(entry: string): StoredEntry | undefined
  /** All entries with these values, in order of creation. */
  all(where?: Partial<EntryRow>): StoredEntry[]
  page(request: PageRequest, where: Partial<EntryRow>): Page<StoredEntry>
  /** The ids of an entry's children, in order. */
  childrenOf(entry: Pick<EntryRow, 'entry' | 'type'>): string[]
  /** The contacts and call groups with this speed dial, in order of creation. */
  withSpeedDial(keyTrigger: string): StoredEntry[]
  /**
   * The contacts with one of these SIP addresses, whatever their capitals, in order of creation.
   * @param max how many at most
   */
  withAddress(addresses: readonly string[], max: number): StoredEntry[]
  /** The contacts with these words in their names, by first name. */
  named(search: NameSearch): { items: StoredEntry[]; total: number }
  /** Whether a longer speed dial begins with these keys. */
  hasLongerSpeedDial(keys: string): boolean
  /** The number of entries with these values. */
  count(where: Partial<Pick<EntryRow, 'type' | 'organisation' | 'onDisplay'>>): number
  /** The number of entries that are called only while this schedule is active. */
  inSchedule(eventId: string): number
  /**
   * Changes the entries with these ids and creates the others: all or none.
   * @param check is called with each changed entry, in the order given, once all are stored; what
   * it throws undoes everything
   * @param most how many entries there may be, as many as an import takes by default
   * @returns their ids
   * @throws Refusal `invalid` for children that an entry can't have and too many entries, `conflict`
   * if an entry has another version than the one given
   */
  set(
    entries: readonly WrittenEntry[],
    check: (entry: StoredEntry, place: number) => void,
    most?: number,
  ): string[]
  /**
   * Removes entries: an organisation with all in it, a department without its contacts. Links to them
   * go too, and fallbacks that named nobody else. Unknown ids are ignored.
   * @throws Refusal `invalid` for the rule of the call button
   */
  remove(entries: readonly string[]): void
  /** Replaces everything, the rule of the call button included. Images are those of `images.put`. */
  replace(
    entries: readonly WrittenEntry[],
    imageOf: (place: number) => string,
    check: (entry: StoredEntry, place: number) => void,
  ): void
  /**
   * Calls with these accounts use the default one from now on: their ids may be given to other
   * accounts.
   */
  forgetAccounts(ids: readonly string[]): void
  /** @throws Refusal `absent` */
  setImage(entry: string, image: StoredImage | undefined): void
  images: Images
  /** Commits all changes of `work` or none. */
  change<R>(work: () => R): R
  version(): string
  /** Called with the ids of the changed rows; undefined if any may have changed. */
  subscribe(fn: (ids: readonly string[] | undefined) => void): () => void
}

export function openPhonebook(database: Database): Phonebook {
  const addresses = openAddresses(database)
  const rows = openRows(database, addresses)
  const links = openLinks(database)
  const images = openImages(database)

  const find = (entry: string) => rows.findBy('entry', entry)

  /** Every device has the rule of the call button. */
  function ensureCallButton(): void {
    if (!find(CALL_BUTTON_RULE)) rows.add(rowOf(BUTTON, undefined))
    adoptRingAddress()
  }

  /** Older software has one address that the call button rings, in a record of its own. */
  function adoptRingAddress(): void {
    const stored = openRecord<{ address: string; account: string }>(database, 'callButton').get()
    if (!stored) return
    database.run("DELETE FROM records WHERE name = 'callButton'")
    const { address, account: accountid } = stored
    if (address === '') return
    const id = randomUUID()
    const callInformation = [{ type: 'SIP' as const, address, accountid, scheduleIds: [] }]
    const children = links.of(CALL_BUTTON_RULE)
    set(
      [
        { id, type: 'CallInfo', callInformation },
        { id: CALL_BUTTON_RULE, type: 'Rule', childIds: [...children, id] },
      ],
      openDrafts(rows),
    )
  }

  function set(
    entries: readonly WrittenEntry[],
    drafts: Drafts,
    check: (entry: StoredEntry, place: number) => void = () => {},
    imageOf: (place: number) => string = () => '',
  ): string[] {
    const graph = openGraph(drafts, links, images)
    const ids = entries.map((written, at) => store(written, drafts, imageOf(at)))
    // Departments last: their contacts have their organisation by then.
    for (const isGroup of [false, true]) {
      for (const [at, written] of entries.entries()) {
        if ((written.type === 'Group') === isGroup) graph.arrange(ids[at] ?? '', written)
      }
    }
    drafts.write()
    for (const [at, id] of ids.entries()) {
      const entry = drafts.stored(id)
      if (entry) check(entry, at)
    }
    return ids
  }

  try {
    rows.change(ensureCallButton)
  } catch (cause) {
    // A full disk must not keep the device from starting.
    if (!(cause instanceof Refusal && cause.reason === 'storage')) throw cause
  }
  database.onRestoring(ensureCallButton)
  images.sweep()

  return {
    find,
    all: (where = {}) => rows.allWith(where),
    page: (request, where) => rows.page(request, where),
    childrenOf: ({ entry, type }) =>
      isContainer(type)
        ? // Their ids alone: an organisation can have ten thousand contacts.
          database
            .all('SELECT entry FROM phonebook WHERE parent = ? ORDER BY id', entry)
            .map((child) => String(child['entry']))
        : links.of(entry),
    withSpeedDial: (keyTrigger) => (keyTrigger === '' ? [] : rows.allWith({ keyTrigger })),
    withAddress: (spellings, max) =>
      addresses
        .rowsWith(spellings)
        .slice(0, max)
        .flatMap((id) => rows.find(id) ?? []),
    named(search) {
      const { ids, total } = contactsNamed(database, search)
      return { items: ids.flatMap((id) => rows.find(id) ?? []), total }
    },
    hasLongerSpeedDial: (keys) =>
      // All characters of speed dials come before this last one.
      database.get(
        'SELECT 1 FROM phonebook WHERE keyTrigger > ? AND keyTrigger < ? LIMIT 1',
        keys,
        `${keys}~`,
      ) !== undefined,
    count: (where) => rows.page({ limit: 0 }, where).total,
    inSchedule: (eventId) =>
      Number(
        database.get(
          `SELECT count(*) AS entries FROM phonebook WHERE EXISTS (
            SELECT 1 FROM json_each(record, '$.callInformation') AS call,
              json_each(call.value, '$.scheduleIds') AS schedule
            WHERE schedule.value = ?)`,
          eventId,
        )?.['entries'],
      ),
    set: (entries, check, most = ENTRIES_MAX) =>
      rows.change(() => {
        const before = rows.count()
        const ids = set(entries, openDrafts(rows), check)
        const after = rows.count()
        if (after > before && after > most)
          throw wrong(`The phonebook has at most ${most} entries.`)
        return ids
      }),
    remove: (entries) =>
      rows.change(() => {
        const drafts = openDrafts(rows)
        const graph = openGraph(drafts, links, images)
        for (const id of entries) graph.remove(id)
        drafts.write()
      }),
    replace(entries, imageOf, check) {
      rows.change(() => {
        links.clear()
        rows.clear()
        set(entries, openDrafts(rows, true), check, imageOf)
        ensureCallButton()
      })
      images.sweep()
    },
    forgetAccounts: (ids) =>
      rows.change(() => {
        for (const { id, record } of rows.all()) {
          const { callInformation = [] } = record
          const forget = (call: CallInformation) =>
            call.type === 'SIP' && ids.includes(call.accountid)
          if (!callInformation.some(forget)) continue
          const kept = callInformation.map((one) => (forget(one) ? { ...one, accountid: '' } : one))
          rows.update(id, { record: { ...record, callInformation: kept } })
        }
      }),
    setImage: (id, image) =>
      rows.change(() => {
        const entry = find(id)
        if (!entry) throw new Refusal('absent', 'There is no such entry.')
        const hash = image ? images.put(image) : ''
        rows.update(entry.id, { image: hash })
        if (hash !== entry.image) images.release(entry.image)
      }),
    images,
    change: (work) => rows.change(work),
    version: () => rows.version(),
    subscribe: (fn) => rows.subscribe(fn),
  }
}

/** Stores what was written of an entry but its place, and returns its id. */
function store(written: WrittenEntry, drafts: Drafts, image: string): string {
  const { id, type, version } = written
  const before = id === '' ? undefined : drafts.find(id)
  if (!before) {
    const row = rowOf({ ...written, id: id || randomUUID() }, undefined)
    drafts.add({ ...row, image })
    return row.entry
  }
  if (before.type !== type) throw wrong(`The entry '${id}' has another type.`)
  drafts.change(id, rowOf(written, before), version)
  return id
}

const BUTTON: WrittenEntry = {
  id: CALL_BUTTON_RULE,
  type: 'Rule',
  label: 'Call button',
  triggerType: 'Key',
  DisplayButton: true,
}

/** The row of an entry: what was written, and for the rest what there was. */
function rowOf(written: WrittenEntry, before: EntryRow | undefined): EntryRow {
  const {
    label = before?.label ?? '',
    description = before?.description ?? '',
    firstName = before?.firstName ?? '',
    lastName = before?.lastName ?? '',
    keyTrigger = before?.keyTrigger ?? '',
  } = written
  const record: EntryRecord = { ...before?.record, ...recordIn(written) }
  const calls = record.callInformation ?? []
  return {
    entry: written.id,
    type: written.type,
    label,
    description,
    firstName,
    lastName,
    keyTrigger,
    parent: before?.parent ?? '',
    organisation: before?.organisation ?? '',
    call: calls[0]?.type ?? '',
    addresses: calls.flatMap((one) => (one.type === 'SIP' ? [one.address] : [])).join(' '),
    onDisplay: written.type === 'Rule' && isOnDisplay(record.UIAttributes),
    image: before?.image ?? '',
    record,
  }
}

/** What was written of the record. */
function recordIn(written: WrittenEntry): EntryRecord {
  const { triggerType, callInformation, callForkingType } = written
  const { UIAttributes, CallButtonOnly, DisplayButton } = written
  return {
    ...(triggerType === undefined ? {} : { triggerType }),
    ...(callInformation === undefined ? {} : { callInformation }),
    ...(callForkingType === undefined ? {} : { callForkingType }),
    ...(UIAttributes === undefined ? {} : { UIAttributes }),
    ...(CallButtonOnly === undefined ? {} : { CallButtonOnly }),
    ...(DisplayButton === undefined ? {} : { DisplayButton }),
  }
}
