/** The phonebook on the pages and on the device. */
import { getPhonebookEntries } from '@lintel/contract/calls/phonebook'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import type { Locator, Page } from '@playwright/test'
import type { Rig } from '../rig/rig.ts'

/** The controls of an organisation's form. */
export const organisationForm = (page: Page) => ({
  name: page.locator('main input[name="label"]'),
  description: page.locator('main input[name="description"]'),
})

/** The row of a table with this text. */
export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text })

/** An entry as the device has it. */
export async function storedEntry(rig: Rig, id: string): Promise<PhonebookEntry | undefined> {
  const { phonebookEntries } = await rig.root.call(getPhonebookEntries, {})
  return phonebookEntries.find((one) => one.id === id)
}

/** The column headers of a table, those for screen readers included. */
export const headsOf = (page: Page, table: string): Promise<string[]> =>
  page.getByRole('table', { name: table }).getByRole('columnheader').allTextContents()

/** What the rows of a table have in one column, from the top. */
export const columnOf = (page: Page, table: string, place: number): Promise<string[]> =>
  page
    .getByRole('table', { name: table })
    .locator(`tbody tr td:nth-child(${place})`)
    .allTextContents()
