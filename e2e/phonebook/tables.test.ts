/** The contacts and call groups of an organisation. */
import { removePhonebookEntries } from '@lintel/contract/calls/phonebook'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { setEntries } from '../rig/house.ts'
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
    await expect(page.getByRole('link', { name: 'New contact' })).toHaveAttribute(
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
    await expect(page.getByRole('link', { name: 'New call group' })).toHaveAttribute(
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
      page.getByText('This organisation has no contacts yet. Add the first one with New contact.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Call groups' }).click()
    await expect(
      page.getByText(
        'This organisation has no call groups yet. Add the first one with New call group.',
      ),
    ).toBeVisible()
  })
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
