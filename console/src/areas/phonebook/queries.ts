import {
  getPhonebookEntries,
  removePhonebookEntries,
  setPhonebookEntries,
} from '@lintel/contract/calls/phonebook'
import { listOrganisations } from '@lintel/contract/calls/phonebook-lists'
import type { CallOptions } from '@lintel/contract/client'
import { isLost } from '@lintel/contract/fault'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { deviceHas } from '../../app/firmware.ts'
import { queryClient } from '../../app/query-client.ts'
import { sameRecord } from '../../app/stored/same-record.ts'
import { readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import { AREA, callGroupsSource, contactsSource } from './lists.ts'
import { organisationValues } from './organisation-values.ts'
import type { OrganisationValues } from './organisation-values.ts'

/** An organisation; null if there is none with this id. */
export type Organisation = PhonebookEntry | null

const organisation = (id: string): Reading<Organisation> => ({
  key: [AREA, 'organisation', id],
  read: (options) => readOrganisation(id, options),
})

async function readOrganisation(id: string, options: CallOptions): Promise<Organisation> {
  const type = 'Organization' as const
  // Other devices filter by type alone.
  const filter = deviceHas(listOrganisations) ? { type, ids: [id] } : type
  const { phonebookEntries } = await device.call(getPhonebookEntries, { filter }, options)
  return phonebookEntries.find((one) => one.id === id) ?? null
}

export const organisationQuery = (id: string) => readingQuery(organisation(id))

/** The label and description of an existing organisation. */
export const organisationSetting = (id: string) =>
  storedSetting<Organisation, OrganisationValues>({
    ...organisation(id),
    call: setPhonebookEntries.id,
    values: (entry) => (entry ? organisationValues(entry) : undefined),
    async write(sent, { options }) {
      const entry = { id, type: 'Organization', ...sent } as const
      await device.call(setPhonebookEntries, { phonebookEntries: [entry] }, options)
      return undefined
    },
  })

/**
 * Creates an organisation.
 * @param id chosen by the caller, the same when it is tried again
 * @throws DeviceFault
 */
export async function createOrganisation(id: string, sent: OrganisationValues): Promise<void> {
  const entry = { id, type: 'Organization', ...sent } as const
  try {
    await device.call(setPhonebookEntries, { phonebookEntries: [entry] })
  } catch (fault) {
    // After a lost answer the device knows.
    if (!isLost(fault)) throw fault
    const stored = await readOrganisation(id, {}).catch(() => null)
    if (!stored || !sameRecord(organisationValues(stored), sent)) throw fault
  } finally {
    void queryClient.invalidateQueries({ queryKey: [AREA] })
  }
}

/**
 * Deletes an organisation with everything in it.
 * @throws DeviceFault
 */
export async function deleteOrganisation(id: string): Promise<void> {
  try {
    await device.call(removePhonebookEntries, { ids: [id] })
  } catch (fault) {
    // After a lost answer the device knows.
    if (!isLost(fault)) throw fault
    if ((await readOrganisation(id, {}).catch(() => undefined)) !== null) throw fault
  } finally {
    void queryClient.invalidateQueries({ queryKey: [AREA] })
  }
}

/** How many contacts and call groups an organisation has. */
export const contentQuery = (id: string) =>
  queryOptions({
    queryKey: [AREA, 'content', id],
    queryFn: async ({ signal }) => {
      const [contacts, callGroups] = await Promise.all(
        [contactsSource(id), callGroupsSource(id)].map((source) =>
          source.read({ limit: 1 }, signal),
        ),
      )
      return { contacts: contacts?.total ?? 0, callGroups: callGroups?.total ?? 0 }
    },
  })
