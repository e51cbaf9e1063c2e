import { getOnvifUsers } from '@lintel/contract/calls/onvif-users'
import { getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { OUTSIDE } from '@lintel/contract/calls/phonebook-lists'
import type { CallGroupRow, ContactRow } from '@lintel/contract/calls/phonebook-lists'
import { getUsers } from '@lintel/contract/calls/users'
import { fold, wordsOf } from '@lintel/contract/fold'
import { fullName } from '@lintel/contract/rules/phonebook'
import {
  allContactsSource,
  findCallGroups,
  organisationsSource,
} from '../../areas/phonebook/lists.ts'
import { accountsIn } from '../../areas/users/accounts.ts'
import { loadChunk } from '../chunk.ts'
import { device } from '../device.ts'
import { hrefTo, paths } from '../routing/paths.ts'
import { callSoap } from '../soap.ts'
import type { People, PeopleSource, Person } from './people-source.ts'

/** How many of each kind are listed. */
const SHOWN = 5

/**
 * What the search finds on the device, read as the pages do. A phonebook may have 10,000 contacts, so
 * the device filters it.
 */
export const peopleSources: readonly PeopleSource[] = [
  {
    path: paths.phonebook(),
    title: 'phonebook.contacts',
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
          note: noteOf(row),
        })),
        total,
        href: withFilter(paths.phonebook(), filter),
      }
    },
  },
  {
    path: '/phonebook/organisations/$id/callgroups',
    title: 'phonebook.callGroups',
    area: 'phonebook',
    async find(filter, signal) {
      const { items, total } = await findCallGroups({ filter, sort: 'label', limit: SHOWN }, signal)
      return {
        shown: items.map((row) => ({
          href: hrefTo(
            paths.editCallGroup({
              organisationId: row.organisation || OUTSIDE,
              callgroupId: row.entry,
            }),
          ),
          name: row.label,
          note: noteOf(row),
        })),
        total,
        href: undefined,
      }
    },
  },
  {
    path: paths.phonebook(),
    title: 'phonebook.organisations',
    area: 'phonebook',
    async find(filter, signal) {
      const request = { filter, sort: 'label', limit: SHOWN }
      const { items, total } = await organisationsSource.read(request, signal)
      return {
        shown: items.map(({ entry, label, description }) => ({
          href: hrefTo(paths.organisation({ id: entry })),
          name: label,
          note: description,
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
  {
    path: paths.onvifUsers(),
    title: 'onvif.tab.users',
    area: 'onvif',
    async find(typed, signal) {
      const { User } = await callSoap(getOnvifUsers, {}, { signal })
      const all = User.map(({ Username: name }) => ({
        href: hrefTo(paths.editOnvifUser({ name })),
        name,
        note: '',
      }))
      return first(all, typed, withFilter(paths.onvifUsers(), typed))
    },
  },
  {
    path: '/datetime/zone',
    title: 'datetime.timeZone',
    area: 'time',
    // A part of its own: the names of zones come with it.
    find: async (typed, signal, language) =>
      (await loadChunk('search-cities', async () => (await import('./cities.ts')).findCities))(
        typed,
        signal,
        language,
      ),
  },
]

/** The speed dial and the organisation of a contact or a call group. */
const noteOf = ({ keyTrigger, organisationLabel }: ContactRow | CallGroupRow): string =>
  [keyTrigger, organisationLabel].filter(Boolean).join(' · ')

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
