import { getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { OUTSIDE } from '@lintel/contract/calls/phonebook-lists'
import { getUsers } from '@lintel/contract/calls/users'
import type { ChangedArea } from '@lintel/contract/events'
import { fold, wordsOf } from '@lintel/contract/fold'
import { fullName } from '@lintel/contract/rules/phonebook'
import { allContactsSource } from '../../areas/phonebook/lists.ts'
import { accountsIn } from '../../areas/users/accounts.ts'
import { device } from '../device.ts'
import { hrefTo, paths } from '../routing/paths.ts'

/** A contact or an account that was found. */
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
  /** Where all of them are listed. */
  href: string
}

/** Where people are looked for: the page that lists them, and who may open it. */
export interface PeopleSource {
  path: string
  title: 'pages.phonebook' | 'pages.sipAccounts' | 'pages.users'
  /** Of the events that announce changes, with which the key of the query begins. */
  area: ChangedArea
  /** @throws DeviceFault */
  find: (typed: string, signal: AbortSignal) => Promise<People>
}

/** How many of each kind are listed. */
const SHOWN = 5

/**
 * Contacts and accounts, read from the device as their pages do. A phonebook may have 10,000
 * contacts: the device finds them.
 */
export const peopleSources: readonly PeopleSource[] = [
  {
    path: paths.phonebook(),
    title: 'pages.phonebook',
    area: 'phonebook',
    async find(filter, signal) {
      const sort = 'firstName'
      const { items, total } = await allContactsSource.read({ filter, sort, limit: SHOWN }, signal)
      return {
        shown: items.map((row) => ({
          href: hrefTo(
            paths.editContact({
              organisationId: row.organisation || OUTSIDE,
              id: row.entry,
            }),
          ),
          name: fullName(row),
          note: [row.keyTrigger, row.organisationLabel].filter(Boolean).join(' · '),
        })),
        total,
        href: withFilter(paths.phonebook(), filter),
      }
    },
  },
  {
    path: paths.sipAccounts(),
    title: 'pages.sipAccounts',
    area: 'sip',
    async find(typed, signal) {
      const { SIPAccount } = await device.call(getSipAccounts, {}, { signal })
      const all = SIPAccount.map(({ Id, Name, UserId, PublicDomain, Registrar }) => {
        const domain = [PublicDomain, Registrar].find(Boolean) ?? ''
        const address = domain === '' ? UserId : `${UserId}@${domain}`
        return {
          href: hrefTo(paths.editSipAccount({ id: Id })),
          name: Name === '' ? address : Name,
          note: Name === '' ? '' : address,
        }
      })
      return first(all, typed, hrefTo(paths.sipAccounts()))
    },
  },
  {
    path: paths.users(),
    title: 'pages.users',
    area: 'users',
    async find(typed, signal) {
      const all = accountsIn(await device.call(getUsers, {}, { signal })).map(({ name }) => ({
        href: hrefTo(paths.editUser({ name })),
        name,
        note: '',
      }))
      return first(all, typed, withFilter(paths.users(), typed))
    },
  },
]

const withFilter = (path: string, filter: string): string =>
  `${hrefTo(path)}?${new URLSearchParams({ filter }).toString()}`

/** The first of those with all the words. */
function first(all: readonly Person[], typed: string, href: string): People {
  const words = wordsOf(typed)
  const found = all.filter(({ name, note }) => {
    const text = fold(`${name} ${note}`)
    return words.every((word) => text.includes(word))
  })
  return { shown: found.slice(0, SHOWN), total: found.length, href }
}
