/** The phonebook as a file, and contacts by CSV. */
import { readFile } from 'node:fs/promises'
import { getPhonebookEntries } from '@lintel/contract/calls/phonebook'
import { previewCsv } from '@lintel/contract/calls/phonebook-files'
import type { Page } from '@playwright/test'
import { applyFault, clearFaults, FAULT_ERRORS, holdCalls } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs, PERSONA } from '../rig/firmware.ts'
import { HOUSE, setEntries } from '../rig/house.ts'
import type { Rig } from '../rig/rig.ts'

/** Our device imports all or nothing; of others the page can't know. */
const AS_IT_WAS =
  PERSONA === 'own' ? 'The phonebook is unchanged.' : 'The phonebook may be incomplete now.'

const ROUTE = '/phonebook/importexport'
const IMPORT = 'phonebook.import'

/** What the phonebook of a device that is set up has. */
const BEFORE = HOUSE.map(({ id }) => id)

const addExtra = (rig: Rig) =>
  setEntries(rig.root, [{ id: 'extra', type: 'Organization', label: 'Extra' }])

/** The ids on the device but those that every device has. */
async function ids(rig: Rig): Promise<string[]> {
  const { phonebookEntries } = await rig.root.call(getPhonebookEntries, {})
  return phonebookEntries.map(({ id }) => id).filter((id) => !id.startsWith('default.'))
}

const json = (name: string, ...phonebookEntries: object[]) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify({ phonebookEntries })),
})
const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
const NEW = { id: 'yard', type: 'Organization', label: 'Yard' }
const EVE = { id: 'eve', type: 'Person', firstName: 'Eve', keyTrigger: '2', organisationId: 'yard' }

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const importCard = (page: Page) => card(page, 'Import')
const chooseBook = (page: Page, ...files: ReturnType<typeof json>[]) =>
  importCard(page).locator('input[type="file"]').setInputFiles(files)
const startButton = (page: Page) => page.getByRole('button', { name: 'Import phonebook' })

async function importBook(page: Page, ...files: ReturnType<typeof json>[]): Promise<void> {
  await chooseBook(page, ...files)
  await startButton(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
}

test('an export is a file that the device takes back after a question (PHONEBOOK-93, PHONEBOOK-96, PHONEBOOK-98)', async ({
  page,
  open,
  rig,
}) => {
  await open(ROUTE)
  await expect(csvCard(page)).toContainText(
    PERSONA === 'own' ? 'Choose CSV file' : "This device doesn't support this function.",
  )
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export phonebook' }).click(),
  ])
  expect(download.url()).toMatch(/ExportPhonebookEntries\?includeImageFile=true$/)
  const file = await download.path()
  expect(download.suggestedFilename()).toBe('phonebook.json')
  const exported = text('phonebook.json', await readFile(file, 'utf8'))
  await addExtra(rig)

  await chooseBook(page, exported)
  await startButton(page).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('3 contacts in 3 organisations will be replaced')
  await expect(question.getByRole('button', { name: 'Export phonebook' })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await ids(rig)).toEqual([...BEFORE, 'extra'])
  await startButton(page).click()
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect(importCard(page)).toContainText('The phonebook is imported.')
  await expect(importCard(page)).toContainText('It now has 3 contacts in 2 organisations.')
  expect(await ids(rig)).toEqual(BEFORE)
})

test('several files are one book, and the page says that the device reads it (PHONEBOOK-94, PHONEBOOK-97)', async ({
  page,
  open,
  rig,
}) => {
  await open(ROUTE)
  const arrived = await holdCalls(rig, IMPORT)
  await importBook(page, json('one.json', NEW), json('two.json', EVE))
  await arrived()
  await expect(page.getByRole('progressbar', { name: 'Sending the files' })).toBeVisible()
  await expect(importCard(page)).toContainText('The device is reading the phonebook…')
  await clearFaults(rig)
  await expect(importCard(page)).toContainText('The phonebook is imported.')
  expect(await ids(rig)).toEqual(['yard', 'eve'])
})

test('other files are refused at once, and broken ones with their place (PHONEBOOK-95, PHONEBOOK-99, PHONEBOOK-100)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(
    /^POST \/vapix\/(axdsapi|intercom) answered 400$/,
    /^console: Failed to load resource/,
  )
  await open(ROUTE)
  await startButton(page).click()
  await expect(importCard(page)).toContainText('Choose at least one file.')
  await chooseBook(page, text('book.txt', '{}'))
  await expect(importCard(page)).toContainText('book.txt is not a JSON file.')
  await startButton(page).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()

  const broken = text('book.json', '{"phonebookEntries":[\n{"id":}]}')
  await chooseBook(page, broken)
  await expect(importCard(page)).toContainText('line 2, column 7 is wrong.')
  await startButton(page).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await chooseBook(page, text('list.json', '[]'))
  await expect(importCard(page)).toContainText("list.json can't be read as a phonebook.")

  // Where the page couldn't read it first, the device says where it is broken.
  await page.evaluate(() => {
    const text: unknown = Reflect.get(Blob.prototype, 'text')
    Blob.prototype.text = () => Promise.reject(new Error('not here'))
    Object.assign(window, { readAgain: () => Object.assign(Blob.prototype, { text }) })
  })
  await importBook(page, broken)
  const alert = importCard(page).getByRole('alert')
  await expect(alert).toContainText("The file can't be read. It has to be an exported JSON file.")
  await expect(alert).toContainText('book.json, line 2, column 7')
  await expect(alert).toContainText(AS_IT_WAS)
  await page.evaluate(() => (window as unknown as { readAgain: () => void }).readAgain())
  await importBook(page, json('book.json', { ...EVE, organisationId: 'nowhere' }))
  await expect(alert).toContainText("The entry 'eve' can't be in 'nowhere'.")
  expect(await ids(rig)).toEqual(BEFORE)
})

test('without an answer the page says so, and what the phonebook has (EXPECT-12)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await open(ROUTE)
  await applyFault(rig, [IMPORT], { fault: 'drop' })
  await importBook(page, json('book.json', NEW, EVE))
  const notice = importCard(page).getByRole('alert')
  await expect(notice).toContainText('The device did not answer')
  await clearFaults(rig)
  await expect(notice).toContainText('It now has 3 contacts in 2 organisations.')
  expect(await ids(rig)).toEqual(BEFORE)
})

const CSV = text('people.csv', 'organisation,firstName,speedDial\nHouse,Grace,5\nYard,Eve,12\n')
const csvCard = (page: Page) => card(page, 'Contacts from a CSV file')
const chooseCsv = (page: Page) => csvCard(page).locator('input[type="file"]').setInputFiles(CSV)

test('CSV is shown first: what it would add, and what is refused and why', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(
    /^POST \/lintel\/phonebook\/csv answered 412$/,
    /^console: Failed to load resource/,
  )
  needs(previewCsv)
  await open(ROUTE)
  await chooseCsv(page)
  const table = page.getByRole('table', { name: 'Preview of the import' })
  await expect(table.getByRole('row').nth(1)).toContainText(
    'This speed dial already exists. Ada Lovelace has it.',
  )
  await expect(table.getByRole('row').nth(2)).toContainText('Grace')
  await expect(csvCard(page)).toContainText('1 to add, 0 to change, 0 unchanged, 1 refused')
  await expectAccessible(page)
  expect(await ids(rig)).toEqual(BEFORE)

  await addExtra(rig)
  await csvCard(page).getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(csvCard(page)).toContainText('The phonebook has changed in the meantime.')
  expect(await ids(rig)).toEqual([...BEFORE, 'extra'])
  await csvCard(page).getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(csvCard(page)).toContainText('The contacts are imported.')
  await expect(csvCard(page)).toContainText('1 added, 0 changed, 1 refused')
  const { phonebookEntries } = await rig.root.call(getPhonebookEntries, { filter: 'Person' })
  expect(phonebookEntries.map(({ firstName }) => firstName)).toEqual(['Ada', 'Bob', 'Eve', 'Grace'])
})
