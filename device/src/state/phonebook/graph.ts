/** Which entries of the phonebook belong together, and what a change of one does to others. */
import { Refusal } from '@lintel/contract/fault'
import type { WrittenEntry } from '@lintel/contract/phonebook-entries'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import type { EntryType } from '@lintel/contract/rules/phonebook'
import type { Drafts } from './drafts.ts'
import type { Images } from './images.ts'
import type { EntryRow, Links } from './rows.ts'

/** The types that the children of an entry can have. Source: specification B §3. */
const CHILD_TYPES: Readonly<Record<EntryType, readonly EntryType[]>> = {
  Organization: ['Person', 'Group', 'Rule'],
  Group: ['Person'],
  Person: ['Fallback'],
  Rule: ['Person', 'CallInfo', 'Fallback'],
  Fallback: ['Person'],
  CallInfo: [],
}

/** Entries that belong to one other and go with it. */
const OWNED: ReadonlySet<EntryType> = new Set(['CallInfo', 'Fallback'])

/** Whether the children of an entry are what is in it; otherwise they are links. */
export const isContainer = (type: EntryType): boolean => type === 'Organization' || type === 'Group'

export const wrong = (message: string): Refusal => new Refusal('invalid', message)

/** The changes of a graph whose entries are drafts. */
export interface Graph {
  /**
   * Puts an entry where it was written to be, and gives it the children that were written.
   * @throws Refusal `invalid` for children and places that it can't have
   */
  arrange(entry: string, written: Pick<WrittenEntry, 'organisationId' | 'childIds'>): void
  /**
   * Removes an entry, what is in it, and what belongs to it.
   * @throws Refusal `invalid` for the rule of the call button
   */
  remove(entry: string): void
}

export function openGraph(drafts: Drafts, links: Links, images: Images): Graph {
  /** Puts an entry into a department or organisation; those in a department come along. */
  function place({ entry, type, ...before }: EntryRow, parent: string, organisation: string): void {
    if (before.parent !== parent || before.organisation !== organisation) {
      drafts.change(entry, { parent, organisation })
    }
    if (type !== 'Group') return
    for (const member of drafts.all({ parent: entry })) {
      if (member.organisation !== organisation) drafts.change(member.entry, { organisation })
    }
  }

  function childOf(parent: EntryRow, id: string): EntryRow {
    const child = drafts.find(id)
    if (!child) throw wrong(`There is no entry '${id}', which '${parent.entry}' refers to.`)
    if (!CHILD_TYPES[parent.type].includes(child.type) || id === parent.entry) {
      throw wrong(`The entry '${id}' can't be a child of '${parent.entry}'.`)
    }
    if (isContainer(parent.type) && id === CALL_BUTTON_RULE) {
      throw wrong(`The entry '${id}' is in no organisation.`)
    }
    return child
  }

  function fillOrganisation(organisation: EntryRow, children: readonly string[]): void {
    const { entry } = organisation
    for (const id of children) {
      const child = childOf(organisation, id)
      // A contact in a department of the organisation stays there.
      if (child.organisation !== entry) place(child, entry, entry)
    }
  }

  function fillDepartment(department: EntryRow, children: readonly string[]): void {
    const members = children.map((id) => childOf(department, id))
    const { entry } = department
    // A department that was not put anywhere is where its first contact is.
    const organisation = department.organisation || (members[0]?.organisation ?? '')
    if (organisation !== department.organisation) place(department, organisation, organisation)
    for (const member of members) place(member, entry, organisation)
    const kept = new Set(children)
    for (const member of drafts.all({ parent: entry })) {
      if (!kept.has(member.entry)) place(member, organisation, organisation)
    }
  }

  function connect(parent: EntryRow, children: readonly string[]): void {
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

  /** Removes an address or a fallback that nobody has any more. */
  function dropOwned(id: string): void {
    const entry = drafts.find(id)
    if (entry && OWNED.has(entry.type) && links.to(id).length === 0) drop(entry)
  }

  const namesNobody = ({ entry, record }: EntryRow): boolean =>
    links.of(entry).length === 0 && !record.callInformation?.length

  function drop({ entry, type, image }: EntryRow): void {
    const owned = isContainer(type) ? [] : links.of(entry)
    const parents = links.to(entry)
    drafts.remove(entry)
    links.forget(entry)
    images.release(image)
    for (const id of owned) dropOwned(id)
    for (const id of parents) {
      const parent = drafts.find(id)
      if (parent?.type === 'Fallback' && namesNobody(parent)) drop(parent)
    }
  }

  return {
    arrange(id, { organisationId = '', childIds }) {
      const entry = drafts.find(id)
      if (!entry) return
      if (organisationId !== '' && organisationId !== entry.organisation) {
        const organisation = drafts.find(organisationId)
        const fits = CHILD_TYPES.Organization.includes(entry.type) && id !== CALL_BUTTON_RULE
        if (organisation?.type !== 'Organization' || !fits) {
          throw wrong(`The entry '${id}' can't be in '${organisationId}'.`)
        }
        place(entry, organisationId, organisationId)
      }
      if (childIds === undefined) return
      const now = drafts.find(id) ?? entry
      if (now.type === 'Organization') fillOrganisation(now, childIds)
      else if (now.type === 'Group') fillDepartment(now, childIds)
      else if (childIds.length > 0 || links.of(id).length > 0) connect(now, childIds)
    },
    remove(id) {
      if (id === CALL_BUTTON_RULE) throw wrong("The rule of the call button can't be removed.")
      const entry = drafts.find(id)
      if (!entry) return
      if (entry.type === 'Organization') {
        for (const inside of drafts.all({ organisation: id })) drop(inside)
      }
      if (entry.type === 'Group') fillDepartment(entry, [])
      drop(entry)
    },
  }
}
