import type { ChangedArea } from '@lintel/contract/events'
import type { LanguageCode } from '@lintel/contract/languages'

/** A contact, call group, organisation, account, user or city that was found. */
export interface Person {
  href: string
  name: string
  /** What tells it from others of the same name. */
  note: string
}

/** Those of one kind that were found. */
export interface People {
  /** The first ones. */
  shown: readonly Person[]
  /** How many there are in all. */
  total: number
  /** Where all of them are listed; undefined if no page does. */
  href: string | undefined
}

/** Where people are looked for. */
export interface PeopleSource {
  /** The path of a page that shows them: who may open it finds them. */
  path: string
  /** The message id of their heading. */
  title:
    | 'phonebook.contacts'
    | 'phonebook.callGroups'
    | 'phonebook.organisations'
    | 'pages.sipAccounts'
    | 'pages.users'
    | 'onvif.tab.users'
    | 'datetime.timeZone'
  /** Of the events that announce changes, with which the key of the query begins. */
  area: ChangedArea
  /** @throws DeviceFault */
  find: (typed: string, signal: AbortSignal, language: LanguageCode) => Promise<People>
}
