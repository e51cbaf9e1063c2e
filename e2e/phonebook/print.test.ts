/** The printed contact list: its form, and the window that it opens. */
import { removePhonebookEntries } from '@lintel/contract/calls/phonebook'
import { listContacts } from '@lintel/contract/calls/phonebook-lists'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import type { Page } from '@playwright/test'
import { applyFaults, clearFaults, holdCalls } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { couldNotLoad } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { setEntries } from '../rig/house.ts'
import { canReadPdf, linesOf } from '../rig/pdf.ts'
import type { Rig } from '../rig/rig.ts'

const ROUTE = '/phonebook/print'

const openButton = (page: Page) => page.getByRole('button', { name: 'Open print view' })

/** Opens the window with the list. */
async function openList(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await openButton(page).click()
  return opened
}

const rowsOf = (list: Page) => list.getByRole('listitem')

/** Contacts outside of any organisation, so that the phonebook has this many rows in all. */
const fillUpTo = (rig: Rig, rows: number) =>
  setEntries(
    rig.root,
    // Ada, Bob, Eve and the reception are there already.
    Array.from({ length: rows - 4 }, (_, place) => ({
      id: `row-${place}`,
      type: 'Person' as const,
      firstName: `Visitor ${place}`,
      keyTrigger: String(500 + place),
    })),
  )

test('all contacts are listed in a window of their own, with what stands above them (PHONEBOOK-103, PHONEBOOK-104, PHONEBOOK-107)', async ({
  page,
  open,
  rig,
}) => {
  await setEntries(rig.root, [
    { id: CALL_BUTTON_RULE, type: 'Rule', childIds: ['bob'] },
    { id: 'desk', type: 'Rule', label: 'The reception of the house' },
    { id: 'eve', type: 'Person', firstName: 'غريس', lastName: 'हॉपर 👩‍🚀' },
  ])
  await open(ROUTE)
  await expect(page.getByRole('switch', { name: 'Print all contacts' })).toBeChecked()
  await page.getByLabel('Company or building').fill('Łódź & <b>Sons</b>')
  await page.getByLabel('Street address').fill('1 Main Street')
  await page.getByLabel('Message to visitors').fill('Ring after dark')
  await expectAccessible(page)
  const list = await openList(page)
  await expect(list.getByRole('heading', { level: 1 })).toHaveText('Łódź & <b>Sons</b>')
  await expect(list.getByRole('banner')).toContainText('1 Main StreetRing after dark')
  await expect(list.getByRole('heading', { level: 2 })).toHaveText(['House'])
  // Whom the call button calls has no number (PHONEBOOK-109), the reception is cut (PHONEBOOK-110).
  await expect(rowsOf(list)).toHaveText([
    'غريس हॉपर 👩‍🚀14',
    'The reception of the hous…13',
    'Ada Lovelace12',
    'Bob Smith',
  ])
  await expect(list).toHaveTitle('Print contact list')
  // Black on white in the dark theme too, from a style sheet.
  await list.emulateMedia({ colorScheme: 'dark' })
  const colours = () =>
    list.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.documentElement)
      return [color, backgroundColor]
    })
  await expect.poll(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  await expectAccessible(list)
  const printed = list.evaluate(
    () => new Promise<boolean>((done) => (window.print = () => done(true))),
  )
  await list.getByRole('button', { name: 'Print' }).click()
  expect(await printed).toBe(true)
  await list.emulateMedia({ media: 'print' })
  await expect(list.getByRole('button', { name: 'Print' })).toBeHidden()
  // The list outlives the page that opened it.
  await open('/phonebook')
  await expect(rowsOf(list)).toHaveCount(4)
  await list.close()
})

test('fifteen rows are one column, sixteen are two, and no row is split between pages (PHONEBOOK-108)', async ({
  page,
  open,
  rig,
}) => {
  for (const [rows, columns] of [
    [15, 1],
    [16, 2],
  ] as const) {
    await fillUpTo(rig, rows)
    await open(ROUTE)
    const list = await openList(page)
    await expect(rowsOf(list)).toHaveCount(rows)
    const lefts = () =>
      rowsOf(list).evaluateAll((all) =>
        Array.from(new Set(all.map((row) => Math.round(row.getBoundingClientRect().left)))),
      )
    await expect.poll(async () => (await lefts()).length).toBe(columns)
    const breaks = await rowsOf(list).evaluateAll((all) =>
      all.map((row) => getComputedStyle(row).breakInside),
    )
    expect(new Set(breaks)).toEqual(new Set(['avoid']))
    await list.close()
  }
})

test('on paper, fifteen rows are one column, sixteen are two, and more go on over whole pages (PHONEBOOK-108)', async ({
  page,
  open,
  rig,
}) => {
  test.skip(!canReadPdf(), 'pdftotext (poppler-utils) is not installed')
  // What the browser wants to print: a dark theme, and a window narrower than two columns.
  for (const [rows, columns, pages] of [
    [15, 1, 1],
    [16, 2, 1],
    [150, 2, 3],
  ] as const) {
    await fillUpTo(rig, rows)
    await open(ROUTE)
    const list = await openList(page)
    await expect(rowsOf(list)).toHaveCount(rows)
    await list.setViewportSize({ width: 500, height: 600 })
    await list.emulateMedia({ colorScheme: 'dark' })
    const paper = linesOf(await list.pdf({ format: 'A4' }))
    await list.close()
    expect(paper, String(rows)).toHaveLength(pages)
    const lines = paper.flat()
    expect(lines[0]?.trim()).toBe('Contacts')
    const visitors = lines.map((line) => line.match(/Visitor \d+ +\d+/g) ?? [])
    expect(visitors.flat()).toHaveLength(rows - 4)
    expect(Math.max(...visitors.map(({ length }) => length))).toBe(columns)
    // Nothing of the console, nor the button.
    expect(lines.join('\n')).not.toMatch(/Print|Phonebook|Menu/)
  }
})

test('call groups and contacts are chosen for each organisation (PHONEBOOK-105, PHONEBOOK-106)', async ({
  page,
  open,
}) => {
  await open(ROUTE)
  await page.getByRole('switch', { name: 'Print all contacts' }).uncheck()
  await expect(openButton(page)).toBeDisabled()
  const house = page.getByRole('group', { name: 'House' })
  const garden = page.getByRole('group', { name: 'Garden' })
  await expect(garden.getByRole('checkbox', { name: 'Contacts (0)' })).toBeDisabled()
  await house.getByRole('checkbox', { name: 'Call groups (1)' }).check()
  await expectAccessible(page)
  const groups = await openList(page)
  await expect(rowsOf(groups)).toHaveText(['Reception13'])
  await groups.close()
  await house.getByRole('checkbox', { name: 'Call groups (1)' }).uncheck()
  await house.getByRole('checkbox', { name: 'Contacts (2)' }).check()
  const contacts = await openList(page)
  await expect(rowsOf(contacts)).toHaveText(['Ada Lovelace12', 'Bob Smith11'])
  await contacts.close()
})

test('a blocked window, an empty phonebook and a device that fails are told, and nothing typed is lost', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  needs(listContacts)
  expectFailures(/500/)
  await open(ROUTE)
  const company = page.getByLabel('Company or building')
  await company.fill('Mine')
  await page.evaluate(() => {
    const opens = window.open.bind(window)
    window.open = () => {
      window.open = opens
      return null
    }
  })
  await openButton(page).click()
  await expect(page.getByText('The browser has blocked the new window.')).toBeVisible()
  await applyFaults(rig, { call: 'phonebookLists.contacts', fault: 'status', value: 500 })
  const failing = await openList(page)
  await expect(couldNotLoad(page)).toBeVisible()
  expect(failing.isClosed()).toBe(true)
  await expect(page.getByText('The browser has blocked the new window.')).toHaveCount(0)
  await clearFaults(rig)
  // A slow device: the window says that the list is coming.
  await holdCalls(rig, 'phonebookLists.contacts')
  const slow = await openList(page)
  await expect(slow.getByText('Loading')).toBeVisible()
  await clearFaults(rig)
  await expect(slow.getByRole('heading', { level: 1 })).toHaveText('Mine')
  await slow.close()
  await rig.root.call(removePhonebookEntries, { ids: ['house', 'garden', 'eve'] })
  await openButton(page).click()
  await expect(page.getByText('There is nothing to print.')).toBeVisible()
  await expect(company).toHaveValue('Mine')
})
