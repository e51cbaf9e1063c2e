/** The contacts and call groups of an organisation. */
import { removePhonebookEntries } from '@lintel/contract/calls/phonebook'
import { importPhonebook } from '@lintel/contract/calls/phonebook-files'
import { listContacts } from '@lintel/contract/calls/phonebook-lists'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs, pathOf } from '../rig/firmware.ts'
import { HOUSE, setEntries } from '../rig/house.ts'
import { largeBook } from '../../device/src/services/testing/large-book.ts'
import type { Rig } from '../rig/rig.ts'
import { columnOf, headsOf, rowOf } from './book.ts'

const CONTACTS = '/phonebook/organisations/house'

test.describe('of a device that stays as it is', () => {
  test.use({ reuse: 'device' })

  test('contacts are sorted by their second column until somebody sorts them (PHONEBOOK-52, PHONEBOOK-53, OPEN-58)', async ({
    page,
    open,
  }) => {
    await open(CONTACTS)
    await expect(rowOf(page, 'Lovelace')).toBeVisible()
    // With a keypad and a display: speed dials, and no departments.
    expect(await headsOf(page, 'Contacts')).toEqual([
      'Image',
      'Speed dial',
      'First name',
      'Last name',
      'Edit',
    ])
    const speedDial = page.getByRole('columnheader', { name: 'Speed dial' })
    await expect(speedDial).toHaveAttribute('aria-sort', 'ascending')
    expect(await columnOf(page, 'Contacts', 2)).toEqual(['11', '12'])
    await speedDial.getByRole('button').click()
    await expect(speedDial).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => columnOf(page, 'Contacts', 2)).toEqual(['12', '11'])
    await page.getByRole('button', { name: 'Last name' }).click()
    await page.getByRole('button', { name: 'Last name' }).click()
    await expect.poll(() => columnOf(page, 'Contacts', 4)).toEqual(['Smith', 'Lovelace'])
    // The third press brings the first order back.
    await page.getByRole('button', { name: 'Last name' }).click()
    await expect(speedDial).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => columnOf(page, 'Contacts', 2)).toEqual(['11', '12'])
    await expect(page.getByRole('link', { name: 'Edit Ada Lovelace' })).toHaveAttribute(
      'href',
      '#/phonebook/organisations/house/contacts/ada/edit',
    )
    await expect(page.getByRole('link', { name: 'Add contact' })).toHaveAttribute(
      'href',
      '#/phonebook/organisations/house/contacts/add',
    )
    await expectAccessible(page)
  })

  test('call groups are a tab of their own, with those on the display (PHONEBOOK-17, PHONEBOOK-66, PHONEBOOK-67)', async ({
    page,
    open,
  }) => {
    await open(CONTACTS)
    const tabs = page.getByRole('navigation', { name: 'Organisation' })
    await expect(tabs.getByRole('link')).toHaveText(['Contacts', 'Call groups'])
    await tabs.getByRole('link', { name: 'Call groups' }).click()
    await expect(page).toHaveURL(/#\/phonebook\/organisations\/house\/callgroups$/)
    await expect(rowOf(page, 'Reception').getByRole('cell')).toHaveText([
      'R',
      '13',
      'Reception',
      'Yes',
      'Edit',
    ])
    expect(await headsOf(page, 'Call groups')).toEqual([
      'Image',
      'Speed dial',
      'Name',
      'Button on display',
      'Edit',
    ])
    await expect(page.getByRole('columnheader', { name: 'Speed dial' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expect(page.getByRole('link', { name: 'Edit Reception' })).toHaveAttribute(
      'href',
      '#/phonebook/organisations/house/callgroups/desk/edit',
    )
    await expect(page.getByRole('link', { name: 'Add call group' })).toHaveAttribute(
      'href',
      '#/phonebook/organisations/house/callgroups/add',
    )
    await expectAccessible(page)
  })

  test('without contacts and call groups the tables say so, and what to do (EXPECT-10)', async ({
    page,
    open,
  }) => {
    await open('/phonebook/organisations/garden')
    await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible()
    await expect(
      page.getByText('This organisation has no contacts yet. Start with Add contact.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Call groups' }).click()
    await expect(
      page.getByText('This organisation has no call groups yet. Start with Add call group.'),
    ).toBeVisible()
  })
})

test('speed dials that several have are marked, with who has them', async ({ page, open }) => {
  await open(CONTACTS)
  await expect(rowOf(page, 'Lovelace')).toBeVisible()
  // Only files of other devices bring such a book (OPEN-55).
  const phonebookEntries = HOUSE.map((entry) =>
    entry.id === 'desk' ? { ...entry, keyTrigger: '12' } : entry,
  )
  const status = await page.evaluate(
    async ([path, book]) => {
      const body = new FormData()
      body.append('file', new File([book], 'book.json', { type: 'application/json' }))
      return (
        await fetch(`${path}?removeAll=true`, {
          method: 'POST',
          body,
          headers: { 'x-lintel-console': '1' },
        })
      ).status
    },
    [pathOf(importPhonebook), JSON.stringify({ phonebookEntries })] as const,
  )
  expect(status).toBe(200)
  await expect(rowOf(page, 'Lovelace')).toContainText('Same as Reception')
  await expect(rowOf(page, 'Smith')).not.toContainText('Same as')
  await page.getByRole('link', { name: 'Call groups' }).click()
  await expect(rowOf(page, 'Reception')).toContainText('Same as Ada Lovelace')
  await expectAccessible(page)
})

test('long names are cut, and whole in their tooltip (PHONEBOOK-54, PHONEBOOK-68)', async ({
  page,
  open,
  rig,
}) => {
  await setEntries(rig.root, [
    { id: 'ada', type: 'Person', firstName: 'A'.repeat(31), lastName: 'L'.repeat(30) },
    { id: 'desk', type: 'Rule', label: 'R'.repeat(46) },
  ])
  await open(CONTACTS)
  const first = page.getByTitle('A'.repeat(31), { exact: true })
  await expect(first).toHaveText(`${'A'.repeat(30)}…`)
  await expect(page.getByText('L'.repeat(30), { exact: true })).not.toHaveAttribute('title')
  await page.getByRole('link', { name: 'Call groups' }).click()
  await expect(page.getByTitle('R'.repeat(46), { exact: true })).toHaveText(`${'R'.repeat(45)}…`)
})

test('the tables follow the device, and can be searched', async ({ page, open, rig }) => {
  await open(CONTACTS)
  await expect(rowOf(page, 'Lovelace')).toBeVisible()
  const filter = page.getByRole('searchbox', { name: 'Find a contact' })
  await expect(filter).toHaveCount(0)
  await setEntries(
    rig.root,
    Array.from({ length: 10 }, (_, place) => ({
      id: `guest-${place}`,
      type: 'Person',
      firstName: 'Guest',
      lastName: `Öberg ${place}`,
      keyTrigger: String(50 + place),
      organisationId: 'house',
      callInformation: [{ type: 'VMS' }],
    })),
  )
  await expect(page.getByRole('row')).toHaveCount(13)
  await filter.fill('oberg 7')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, 'Öberg 7')).toBeVisible()
  await expect(page).toHaveURL(/filter=oberg\+7/)
  await rig.root.call(removePhonebookEntries, { ids: ['guest-7'] })
  await expect(page.getByText('Nothing found.')).toBeVisible()
})

test.describe('of ten thousand contacts', () => {
  const MANY = 10_000
  /** So many fit into the body of a request. */
  const AT_ONCE = 3_000
  /** More than fit into the frame of a table, with those that are kept ready around them. */
  const MOST_ROWS = 60
  test.use({ reuse: 'device' })

  const countOf = (page: Page, count: string) => page.getByRole('status').filter({ hasText: count })
  const pageOf = (rig: Rig, request: object) =>
    rig.root.call(listContacts, { limit: 100, ...request })

  /** Milliseconds that a page of contacts takes, the best of five. */
  async function timeOf(rig: Rig, request: object): Promise<number> {
    const times: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const began = performance.now()
      await pageOf(rig, request)
      times.push(performance.now() - began)
    }
    return Math.min(...times)
  }

  test.beforeEach(async ({ page: _page, rig }) => {
    needs(listContacts)
    if ((await pageOf(rig, { limit: 1 })).total === MANY) return
    await rig.root.call(removePhonebookEntries, { ids: ['house', 'garden', 'eve'] })
    const book = Array.from(largeBook({ contacts: MANY, organisations: 200 }))
    for (let first = 0; first < book.length; first += AT_ONCE) {
      await setEntries(rig.root, book.slice(first, first + AT_ONCE) as typeof HOUSE)
    }
  })

  test('only those in view are read, and any is found by name and number', async ({
    page,
    open,
    rig,
  }) => {
    const reads: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/lintel/phonebook/contacts') reads.push(searchParams.get('filter') ?? '')
    })
    await open('/phonebook')
    const organisations = page.getByRole('region', { name: 'Organisations' })
    await expect(rowOf(page, 'Organisation 0')).toBeVisible()
    await expect(countOf(page, '200 entries')).toBeVisible()
    const filter = page.getByRole('searchbox', { name: 'Find in the phonebook' })
    await filter.fill('angstrom 7311')
    const found = page.getByRole('region', { name: 'Contacts', exact: true })
    await expect(found.getByRole('row')).toHaveCount(2)
    await expect(found).toContainText('Organisation 111')
    await expect(organisations).toContainText('0 entries')
    await filter.fill('sip:9999@')
    await expect(found.getByRole('row').nth(1)).toContainText('9999')
    await filter.fill('7')
    await expect.poll(() => found.getByRole('row').count()).toBeGreaterThan(10)
    expect(await found.getByRole('row').count()).toBeLessThan(MOST_ROWS)
    // One request for each pause in typing, and one without a filter.
    expect(new Set(reads)).toEqual(new Set(['', 'angstrom 7311', 'sip:9999@', '7']))
    await filter.fill('')
    await open('/phonebook/organisations/org-7')
    await expect(countOf(page, '50 entries')).toBeVisible()
    // Generous: the machine does other things too.
    expect(await timeOf(rig, { sort: 'lastName', descending: true })).toBeLessThan(500)
    expect(await timeOf(rig, { filter: 'angstrom', sort: 'firstName' })).toBeLessThan(500)
  })
})
