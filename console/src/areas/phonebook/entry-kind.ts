/** What the forms of contacts and call groups have in common. */
export type EntryKind = 'contact' | 'group'

/** The ids of an entry and its fallback, chosen before the first save so that it can be repeated. */
export interface EntryIds {
  entry: string
  fallback: string
}

/** What the form of an entry is about. */
export interface EntrySubject<I extends EntryIds> {
  ids: I
  /** The organisation in the address; `-` for none. A stored entry has its own. */
  organisationId: string
  /** Whether the entry is to be created. */
  isNew: boolean
  /** The id of the account that new addresses are called with. */
  account: string
}

const TITLES = {
  contact: { isNew: 'pages.newContact', isStored: 'pages.editContact' },
  group: { isNew: 'pages.newCallGroup', isStored: 'pages.editCallGroup' },
} as const

/** The message id of the title of its page. */
export const entryTitle = (kind: EntryKind, isNew: boolean) =>
  TITLES[kind][isNew ? 'isNew' : 'isStored']
