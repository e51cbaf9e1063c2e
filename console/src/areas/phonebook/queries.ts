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
import { PartlySaved, readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import { AREA, callGroupsSource, contactsSource } from './lists.ts'
import { organisationValues } from './organisation-values.ts'
import type { OrganisationValues } from './organisation-values.ts'
import { hasImage, provesImage } from '../../app/image/image.ts'
import { saveImage } from './parts/save-image.ts'

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

const isStored = (entry: Organisation, { label, description, image }: OrganisationValues) =>
  entry !== null &&
  entry.label === label &&
  (entry.description ?? '') === description &&
  hasImage(entry.image, image)

/** An existing organisation; what is in it stays. */
export const organisationSetting = (id: string) =>
  storedSetting<Organisation, OrganisationValues>({
    ...organisation(id),
    call: setPhonebookEntries.id,
    values: (entry) => (entry ? organisationValues(entry) : undefined),
    stores: isStored,
    proves: (entry, sent, { before }) =>
      isStored(entry, sent) && provesImage(entry?.image ?? '', sent.image, before.image),
    async write({ image, ...sent }, { now, options }) {
      const entry = { id, type: 'Organization', ...sent } as const
      await device.call(setPhonebookEntries, { phonebookEntries: [entry] }, options)
      try {
        await saveImage(id, image, now?.image ?? '')
      } catch (cause) {
        throw new PartlySaved('', { cause, left: ['image'] })
      }
      return undefined
    },
  })

/**
 * Creates an organisation.
 * @param id chosen by the caller, the same when it is tried again
 * @throws PartlySaved when it is there, but without its image; DeviceFault
 */
export async function createOrganisation(
  id: string,
  { image, ...sent }: OrganisationValues,
): Promise<void> {
  const entry = { id, type: 'Organization', ...sent } as const
  try {
    await device.call(setPhonebookEntries, { phonebookEntries: [entry] }).catch(async (fault) => {
      // After a lost answer the device knows.
      const stored = isLost(fault) && (await readOrganisation(id, {}).catch(() => null))
      if (!stored || !isStored(stored, { ...sent, image: '' })) throw fault
    })
    await saveImage(id, image, '').catch((cause: unknown) => {
      throw new PartlySaved('', { cause, left: ['image'] })
    })
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
