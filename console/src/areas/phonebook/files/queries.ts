/** Import and export of the phonebook. B §7. */
import {
  exportPhonebook,
  importCsv,
  importPhonebook,
  previewCsv,
} from '@lintel/contract/calls/phonebook-files'
import type { CsvImport } from '@lintel/contract/calls/phonebook-files'
import { listOrganisations } from '@lintel/contract/calls/phonebook-lists'
import { queryOf, withQuery } from '@lintel/contract/client'
import type { UploadOptions } from '@lintel/contract/upload-client'
import { queryOptions } from '@tanstack/react-query'
import { addressOf, deviceHas } from '../../../app/firmware.ts'
import { queryClient } from '../../../app/query-client.ts'
import { files } from '../../../app/upload/upload.ts'
import { AREA, countContacts, organisationsSource } from '../lists.ts'

/** How much the phonebook holds. */
export interface Counts {
  organisations: number
  contacts: number
}

export const countsQuery = queryOptions({
  queryKey: [AREA, 'counts'],
  queryFn: async ({ signal }): Promise<Counts> => {
    const [{ total: organisations }, contacts] = await Promise.all([
      organisationsSource.read({ limit: 1 }, signal),
      countContacts(signal),
    ])
    return { organisations, contacts }
  },
})

/** Where the device gives the whole phonebook as a file. */
export const exportAddress = (): string =>
  withQuery(addressOf(exportPhonebook), queryOf({ includeImageFile: 'true' }))

/**
 * The message about the phonebook after an import that failed. Our device imports all or nothing;
 * others may be left with a part (OPEN-65).
 */
export const afterFailure = () =>
  deviceHas(listOrganisations)
    ? ('phonebook.import.asItWas' as const)
    : ('phonebook.import.maybeIncomplete' as const)

/**
 * Replaces the phonebook by these files.
 * @throws DeviceFault
 */
export async function importBook(book: readonly File[], options: UploadOptions): Promise<void> {
  try {
    await files.upload(importPhonebook, { removeAll: 'true' }, book, options)
  } finally {
    void queryClient.invalidateQueries({ queryKey: [AREA] })
  }
}

/**
 * Asks what a CSV file would change.
 * @throws DeviceFault
 */
export const previewOf = (file: File): Promise<CsvImport> => files.upload(previewCsv, {}, file)

/**
 * Makes the changes of a preview.
 * @throws DeviceFault `conflict` if the phonebook has changed since
 */
export async function importContacts(file: File, version: string): Promise<CsvImport> {
  try {
    return await files.upload(importCsv, { version }, file)
  } finally {
    void queryClient.invalidateQueries({ queryKey: [AREA] })
  }
}
