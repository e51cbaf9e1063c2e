/** The lists of a door station with neither a display nor a keypad. */
import { at, expect, test } from '../fixture.ts'
import { setEntries } from '../rig/house.ts'
import { headsOf, rowOf, storedEntry } from './book.ts'
import { formOf } from './entry-forms.ts'

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
  // The forms have no speed dial and nothing about a display; a saved call group, which has no list
  // here, leads to the contacts.
  await rowOf(page, 'Lovelace').getByRole('link', { name: 'Edit Ada Lovelace' }).click()
  const form = formOf(page)
  await expect(form.department).toHaveValue('NONE')
  await form.department.selectOption('SELECT')
  await expect(form.departmentId.locator('option')).toHaveText(['Choose a department', 'Research'])
  await expect(form.speedDial).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard' }).click()
  await open('/phonebook/organisations/house/callgroups/desk/edit')
  await form.label.fill('Foyer')
  await expect(form.speedDial).toHaveCount(0)
  await expect(form.onDisplay).toHaveCount(0)
  await form.submit.click()
  await expect(page).toHaveURL(at('/phonebook/organisations/house'))
  await expect(page.getByText('Foyer is saved.')).toBeVisible()
  // What the forms don't show stays as it is.
  expect(await storedEntry(rig, 'desk')).toMatchObject({
    label: 'Foyer',
    keyTrigger: '13',
    UIAttributes: [{ Name: 'ButtonOnDisplay', Value: 'true' }],
  })
  await open('/phonebook/organisations/house/callgroups')
  await expect(page.getByRole('alert').filter({ hasText: "doesn't have this page" })).toBeVisible()
})
