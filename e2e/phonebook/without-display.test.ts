/** The lists of a door station with neither a display nor a keypad. */
import { expect, test } from '../fixture.ts'
import { setEntries } from '../rig/house.ts'
import { headsOf, rowOf } from './book.ts'

test.use({ product: 'I8016-LVE' })

test('has departments, but no speed dials, call groups or printed list (PHONEBOOK-06, PHONEBOOK-17, FIX-03)', async ({
  page,
  open,
  rig,
}) => {
  await open('/phonebook')
  await expect(rowOf(page, 'House')).toBeVisible()
  expect(await headsOf(page, 'Organisations')).toEqual(['Image', 'Name', 'Contacts', 'Edit'])
  await expect(page.getByRole('link', { name: 'Print contact list' })).toHaveCount(0)
  await rowOf(page, 'House').getByRole('link', { name: 'House', exact: true }).click()
  await expect(rowOf(page, 'Smith')).toContainText('Labs')
  expect(await headsOf(page, 'Contacts')).toEqual([
    'Image',
    'First name',
    'Last name',
    'Department',
    'Edit',
  ])
  await expect(page.getByRole('columnheader', { name: 'First name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(page.getByRole('link', { name: 'Call groups' })).toHaveCount(0)
  await setEntries(rig.root, [{ id: 'labs', type: 'Group', label: 'Research' }])
  await expect(rowOf(page, 'Smith')).toContainText('Research')
  await open('/phonebook/organisations/house/callgroups')
  await expect(page.getByRole('alert').filter({ hasText: "doesn't have this page" })).toBeVisible()
})
