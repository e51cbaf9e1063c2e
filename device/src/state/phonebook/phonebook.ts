import { randomUUID } from 'node:crypto'
import type { CallInformation, WrittenEntry } from '@lintel/contract/phonebook-entries'
import type { Page, PageRequest } from '@lintel/contract/collection'
import { Refusal } from '@lintel/contract/fault'
import { CALL_BUTTON_RULE, isOnDisplay } from '@lintel/contract/rules/phonebook'
import type { Database } from '../database.ts'
import { openRecord } from '../records.ts'
import { CHILD_TYPES, OWNED, isContainer, wrong } from './graph.ts'
import { openImages } from './images.ts'
import type { Images, StoredImage } from './images.ts'
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
  /** Whether a longer speed dial begins with these keys. */
  hasLongerSpeedDial(keys: string): boolean
  /** The number of entries with these values. */
  count(where: Partial<Pick<EntryRow, 'type' | 'organisation' | 'onDisplay'>>): number
  /**
   * Changes the entries with these ids and creates the others: all or none.
   * @param check is called with each changed entry, in the order given, once all are stored; what
   * it throws undoes everything
   * @returns their ids
   * @throws Refusal `invalid` for children that an entry can't have, `conflict` if an entry has
   * another version than the one given
   */
  set(
    entries: readonly WrittenEntry[],
    check: (entry: StoredEntry, place: number) => void,
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
  const rows = openRows(database)
  const links = openLinks(database)
  const images = openImages(database)

  const find = (entry: string) => rows.findBy('entry', entry)
  const childrenIn = (parent: string) => rows.allWith({ parent }).map(({ entry }) => entry)

  function childrenOf({ entry, type }: Pick<EntryRow, 'entry' | 'type'>): string[] {
    return isContainer(type) ? childrenIn(entry) : links.of(entry)
  }

  /** Every device has the rule of the call button. */
  function ensureCallButton(): void {
    if (!find(CALL_BUTTON_RULE)) rows.add(rowOf({ ...BUTTON }, undefined))
    adoptRingAddress()
  }

  /** Older software has one address that the call button rings, in a record of its own. */
  function adoptRingAddress(): void {
    const stored = openRecord<{ address: string; account: string }>(database, 'callButton').get()
    if (!stored) return
    database.run("DELETE FROM records WHERE name = 'callButton'")
    const { address, account: accountid } = stored
    const button = find(CALL_BUTTON_RULE)
    if (address === '' || !button) return
    const callInformation = [{ type: 'SIP' as const, address, accountid, scheduleIds: [] }]
    const { entry } = store({ id: '', type: 'CallInfo', callInformation })
    connect(button, [...childrenOf(button), entry])
  }

  function store(written: WrittenEntry): StoredEntry {
    const { id, type, version } = written
    const before = id === '' ? undefined : find(id)
    if (!before) return rows.add(rowOf({ ...written, id: id || randomUUID() }, undefined))
    if (before.type !== type) throw wrong(`The entry '${id}' has another type.`)
    return rows.update(before.id, rowOf(written, before), version)
  }

  /** Puts an entry into a department or organisation; those in a department come along. */
  function place(entry: StoredEntry, parent: string, organisation: string): void {
    if (entry.parent !== parent || entry.organisation !== organisation) {
      rows.update(entry.id, { parent, organisation })
    }
    if (entry.type !== 'Group') return
    for (const member of rows.allWith({ parent: entry.entry })) {
      if (member.organisation !== organisation) rows.update(member.id, { organisation })
    }
  }

  function childOf(parent: StoredEntry, id: string): StoredEntry {
    const child = find(id)
    if (!child) throw wrong(`There is no entry '${id}', which '${parent.entry}' refers to.`)
    if (!CHILD_TYPES[parent.type].includes(child.type) || id === parent.entry) {
      throw wrong(`The entry '${id}' can't be a child of '${parent.entry}'.`)
    }
    return child
  }

  function fill(container: StoredEntry, children: readonly string[]): void {
    const { entry, type } = container
    const isGroup = type === 'Group'
    for (const id of children) {
      const child = childOf(container, id)
      if (id === CALL_BUTTON_RULE) throw wrong(`The entry '${id}' is in no organisation.`)
      // A contact in a department is in the organisation already.
      if (isGroup || child.organisation !== entry) {
        const own = isGroup ? container.organisation || child.organisation : entry
        place(child, entry, own)
        if (isGroup && own !== container.organisation) place({ ...container }, own, own)
      }
    }
    if (!isGroup) return
    const kept = new Set(children)
    for (const member of rows.allWith({ parent: entry })) {
      if (!kept.has(member.entry)) place(member, member.organisation, member.organisation)
    }
  }

  function connect(parent: StoredEntry, children: readonly string[]): void {
    const types = children.map((id) => childOf(parent, id).type)
    if (types.filter((type) => type === 'Fallback').length > 1) {
      throw wrong(`The entry '${parent.entry}' has more than one fallback.`)
    }
    if (new Set(children).size < children.length) {
      throw wrong(`The entry '${parent.entry}' names a child twice.`)
    }
    const before = links.of(parent.entry)
    links.set(parent.entry, children)
    for (const [at, id] of children.entries()) {
      const isOwned = OWNED.has(types[at] ?? 'Person')
      if (isOwned && links.to(id).some((other) => other !== parent.entry)) {
        throw wrong(`The entry '${id}' belongs to another one already.`)
      }
    }
    for (const id of before) if (!children.includes(id)) dropOwned(id)
  }

  /** Puts an entry where it was written to be. */
  function arrange(written: WrittenEntry, id: string): void {
    const entry = find(id)
    if (!entry) return
    const { organisationId = '', childIds } = written
    if (organisationId !== '' && organisationId !== entry.organisation) {
      const organisation = find(organisationId)
      if (organisation?.type !== 'Organization' || !CHILD_TYPES.Organization.includes(entry.type)) {
        throw wrong(`The entry '${id}' can't be in '${organisationId}'.`)
      }
      place(entry, organisationId, organisationId)
    }
    if (childIds === undefined) return
    if (isContainer(entry.type)) fill(find(id) ?? entry, childIds)
    else connect(entry, childIds)
  }

  function set(entries: readonly WrittenEntry[]): StoredEntry[] {
    const ids = entries.map((written) => store(written).entry)
    // Departments last: their contacts have their organisation by then.
    const order = entries.map((written, at) => ({ written, id: ids[at] ?? '' }))
    for (const { written, id } of order) if (written.type !== 'Group') arrange(written, id)
    for (const { written, id } of order) if (written.type === 'Group') arrange(written, id)
    return ids.flatMap((id) => find(id) ?? [])
  }

  /** Removes an address or a fallback that nobody has any more. */
  function dropOwned(id: string): void {
    const entry = find(id)
    if (entry && OWNED.has(entry.type) && links.to(id).length === 0) drop(entry)
  }

  function drop(entry: StoredEntry): void {
    const owned = isContainer(entry.type) ? [] : links.of(entry.entry)
    const parents = links.to(entry.entry)
    rows.remove(entry.id)
    links.forget(entry.entry)
    images.release(entry.image)
    for (const id of owned) dropOwned(id)
    // A fallback that named this contact names nobody now.
    for (const id of parents) {
      const parent = find(id)
      if (parent?.type === 'Fallback') drop(parent)
    }
  }

  function remove(id: string): void {
    if (id === CALL_BUTTON_RULE) throw wrong('The rule of the call button can’t be removed.')
    const entry = find(id)
    if (!entry) return
    if (entry.type === 'Organization') {
      for (const inside of rows.allWith({ organisation: id })) drop(inside)
    }
    if (entry.type === 'Group') fill(entry, [])
    drop(entry)
  }

  rows.change(ensureCallButton)
  database.onRestoring(ensureCallButton)
  images.sweep()

  return {
    find,
    all: (where = {}) => rows.allWith(where),
    page: (request, where) => rows.page(request, where),
    childrenOf,
    withSpeedDial: (keyTrigger) => (keyTrigger === '' ? [] : rows.allWith({ keyTrigger })),
    hasLongerSpeedDial: (keys) =>
      // All characters of speed dials come before this last one.
      database.get(
        'SELECT 1 FROM phonebook WHERE keyTrigger > ? AND keyTrigger < ? LIMIT 1',
        keys,
        `${keys}~`,
      ) !== undefined,
    count: (where) => rows.page({ limit: 0 }, where).total,
    set: (entries, check) =>
      rows.change(() => {
        const stored = set(entries)
        for (const [at, entry] of stored.entries()) check(entry, at)
        return stored.map(({ entry }) => entry)
      }),
    remove: (entries) =>
      rows.change(() => {
        for (const id of entries) remove(id)
      }),
    replace: (entries, imageOf, check) =>
      rows.change(() => {
        links.clear()
        rows.clear()
        const stored = set(entries)
        for (const [at, entry] of stored.entries()) {
          const image = imageOf(at)
          if (image !== '') rows.update(entry.id, { image })
          check({ ...entry, image }, at)
        }
        ensureCallButton()
        images.sweep()
      }),
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
