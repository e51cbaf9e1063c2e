/** The organisations of the phonebook: their list, form and deletion. */
import { getPhonebookEntries, removePhonebookEntries } from '@lintel/contract/calls/phonebook'
import { getEntryImage } from '@lintel/contract/calls/phonebook-images'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import type { Page } from '@playwright/test'
import { applyFaults, clearFaults } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { saveButton } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { pathOf } from '../rig/firmware.ts'
import { setEntries } from '../rig/house.ts'
import { bitmap } from '../../device/src/services/testing/large-book.ts'
import { expectError } from '../users/form.ts'
import { organisationForm, rowOf, storedEntry } from './book.ts'

const SET = 'phonebook.SetPhonebookEntries'

const critical = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be saved' })
const newOrganisation = (page: Page) => page.getByRole('link', { name: 'Add organisation' })
const createButton = (page: Page) => page.getByRole('button', { name: 'Add organisation' })
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

test.describe('of a device that stays as it is', () => {
  test.use({ reuse: 'device' })

  test('the list has each with its initials, what is in it, and links to it and to its form (PHONEBOOK-01, PHONEBOOK-07)', async ({
    page,
    open,
  }) => {
    await open('/phonebook')
    const table = page.getByRole('table', { name: 'Organisations' })
    await expect(table.getByRole('row')).toHaveCount(3)
    const house = table.getByRole('row').filter({ hasText: 'House' })
    await expect(house.getByRole('cell')).toHaveText(['H', 'HouseMain building', '2', '1', 'Edit'])
    await expect(house.getByRole('link', { name: 'Edit House' })).toHaveAttribute(
      'href',
      '#/phonebook/organisations/house/edit',
    )
    const tabs = page.getByRole('navigation', { name: 'Phonebook' }).getByRole('link')
    await expect(tabs).toHaveText(['Contacts', 'Call button', 'Import and export'])
    await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
    await house.getByRole('link', { name: 'House', exact: true }).click()
    await expect(page).toHaveURL(/#\/phonebook\/organisations\/house$/)
    await expect(heading(page, 'House')).toBeVisible()
  })

  test('New and, with a keypad, the printed list are a link away (PHONEBOOK-09, PHONEBOOK-10, PHONEBOOK-11)', async ({
    page,
    open,
  }) => {
    await open('/phonebook')
    await expect(page.getByRole('link', { name: 'Print contact list' })).toHaveAttribute(
      'href',
      '#/phonebook/print',
    )
    await newOrganisation(page).click()
    await expect(page).toHaveURL(/#\/phonebook\/organisations\/add$/)
    await expect(heading(page, 'Add organisation')).toBeVisible()
    await expectAccessible(page)
  })

  test('the filter finds the contacts of all organisations, and those of none are shown without it', async ({
    page,
    open,
  }) => {
    await open('/phonebook')
    const outside = page.getByRole('region', { name: 'Contacts without an organisation' })
    await expect(outside.getByRole('row')).toHaveCount(2)
    await expect(outside.getByRole('link', { name: 'Edit Eve' })).toHaveAttribute(
      'href',
      '#/phonebook/organisations/-/contacts/eve/edit',
    )
    const filter = page.getByRole('searchbox', { name: 'Find in the phonebook' })
    await filter.fill('lovel')
    const found = page.getByRole('region', { name: 'Contacts', exact: true })
    await expect(found.getByRole('row')).toHaveCount(2)
    await expect(found.getByRole('row').nth(1)).toContainText('12AdaLovelaceHouse')
    const organisations = page.getByRole('region', { name: 'Organisations' })
    await expect(organisations).toContainText('0 entries')
    await expect(found.getByRole('link', { name: 'Edit Ada Lovelace' })).toHaveAttribute(
      'href',
      '#/phonebook/organisations/house/contacts/ada/edit',
    )
    await filter.fill('main')
    await expect(organisations.getByRole('row')).toHaveCount(2)
    await expect(found).toContainText('Nothing found.')
    await filter.fill('')
    await expect(outside.getByRole('row')).toHaveCount(2)
  })

  test('an unknown one leads to the list, with a message (PHONEBOOK-15, PHONEBOOK-16, EXPECT-22)', async ({
    page,
    open,
  }) => {
    const gone = page.getByRole('alert').filter({ hasText: 'This organisation no longer exists.' })
    for (const route of ['nobody', 'nobody/edit', 'nobody/callgroups', 'ada']) {
      await open(`/phonebook/organisations/${route}`)
      await expect(page).toHaveURL(/#\/phonebook$/)
      await expect(gone).toBeVisible()
      await page.getByRole('region', { name: 'Messages' }).getByRole('button').click()
      await expect(gone).toBeHidden()
    }
  })

  test('the form wants a name of at most 30 characters (PHONEBOOK-18, PHONEBOOK-19, PHONEBOOK-20)', async ({
    page,
    open,
  }) => {
    await open('/phonebook/organisations/house/edit')
    const { name, description } = organisationForm(page)
    await expect(name).toHaveValue('House')
    await expect(description).toHaveValue('Main building')
    await name.fill('')
    await saveButton(page).click()
    await expectError(name, /Fill this in/)
    await name.fill('x'.repeat(31))
    await expectError(name, /At most 30 characters/)
    await name.fill('x'.repeat(30))
    await expect(name).not.toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(name).toHaveValue('House')
  })

  test('deleting one asks, and names it and what goes with it (PHONEBOOK-21)', async ({
    page,
    open,
    rig,
  }) => {
    await open('/phonebook/organisations/house/edit')
    await page.getByRole('button', { name: 'Delete organisation' }).click()
    const confirmation = page.getByRole('alertdialog', { name: 'Delete the organisation House?' })
    await expect(confirmation).toContainText(
      "With House, 2 contacts and 1 call group are deleted. This can't be undone.",
    )
    await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(confirmation).toBeHidden()
    expect(await storedEntry(rig, 'house')).toBeDefined()
  })
})

test('a new one opens, and is in the list (PHONEBOOK-12)', async ({ page, open, rig }) => {
  await open('/phonebook/organisations/add')
  const { name, description } = organisationForm(page)
  await name.fill('  Łódź & <b>Sons</b> ')
  await description.fill('Third floor')
  await createButton(page).click()
  await expect(page).toHaveURL(/#\/phonebook\/organisations\/[^/]{3,}$/)
  await expect(page.getByText('Łódź & <b>Sons</b> is created.')).toBeVisible()
  await page.getByRole('link', { name: 'Phonebook' }).first().click()
  await expect(rowOf(page, 'Łódź & <b>Sons</b>')).toContainText('Third floor')
  const { phonebookEntries } = await rig.root.call(getPhonebookEntries, { filter: 'Organization' })
  expect(phonebookEntries.map(({ label, description: of }) => [label, of])).toContainEqual([
    'Łódź & <b>Sons</b>',
    'Third floor',
  ])
})

test('one that is refused leads to the list with the reason, and what was typed waits in the form (PHONEBOOK-14, OPEN-57)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await open('/phonebook/organisations/add')
  const { name, description } = organisationForm(page)
  await name.fill('Annexe')
  await description.fill('Behind the house')
  await applyFaults(rig, { call: SET, fault: 'status', value: 500 })
  await createButton(page).click()
  await expect(page).toHaveURL(/#\/phonebook$/)
  await expect(critical(page)).toContainText('Annexe could not be saved.')
  await expect(rowOf(page, 'House')).toBeVisible()
  await expect(rowOf(page, 'Annexe').filter({ hasText: 'Edit' })).toHaveCount(0)
  await clearFaults(rig)
  await newOrganisation(page).click()
  await expect(name).toHaveValue('Annexe')
  await expect(description).toHaveValue('Behind the house')
  await createButton(page).click()
  await expect(heading(page, 'Annexe')).toBeVisible()
  await page.getByRole('link', { name: 'Phonebook' }).first().click()
  await expect(rowOf(page, 'Behind the house')).toHaveCount(1)
  // Nothing is left of it for the next one.
  await newOrganisation(page).click()
  await expect(name).toHaveValue('')
})

test('one whose answer is lost is found to be stored, once (EXPECT-12)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed/i)
  await open('/phonebook/organisations/add')
  await organisationForm(page).name.fill('Annexe')
  await applyFaults(rig, { call: SET, fault: 'cut', times: 1 })
  await createButton(page).click()
  await expect(page.getByText('Annexe is created.')).toBeVisible()
  const { phonebookEntries } = await rig.root.call(getPhonebookEntries, { filter: 'Organization' })
  expect(phonebookEntries.filter(({ label }) => label === 'Annexe')).toHaveLength(1)
})

test('a changed one is shown, with everything in it (PHONEBOOK-13)', async ({
  page,
  open,
  rig,
}) => {
  await open('/phonebook/organisations/house/edit')
  await organisationForm(page).name.fill('Mansion')
  await organisationForm(page).description.fill('')
  await saveButton(page).click()
  await expect(page).toHaveURL(/#\/phonebook\/organisations\/house$/)
  await expect(heading(page, 'Mansion')).toBeVisible()
  await expect(rowOf(page, 'Lovelace')).toBeVisible()
  expect(await storedEntry(rig, 'house')).toMatchObject({
    label: 'Mansion',
    description: '',
    childIds: expect.arrayContaining(['ada', 'desk', 'labs']),
  })
})

test('a change that is refused leads to the list too, and waits in the form (PHONEBOOK-14, OPEN-57)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/507|500/)
  await open('/phonebook/organisations/house/edit')
  await organisationForm(page).name.fill('Mansion')
  await applyFaults(rig, { call: SET, fault: 'diskFull' })
  await saveButton(page).click()
  await expect(page).toHaveURL(/#\/phonebook$/)
  await expect(critical(page)).toContainText('Mansion could not be saved.')
  expect((await storedEntry(rig, 'house'))?.label).toBe('House')
  await clearFaults(rig)
  await page.getByRole('link', { name: 'Edit House' }).click()
  await expect(organisationForm(page).name).toHaveValue('Mansion')
  await saveButton(page).click()
  await expect(heading(page, 'Mansion')).toBeVisible()
})

test('another administrator’s change is shown before it is saved over (EXPECT-21)', async ({
  page,
  open,
  rig,
}) => {
  await open('/phonebook/organisations/house/edit')
  await organisationForm(page).name.fill('Mine')
  await setEntries(rig.root, [{ id: 'house', type: 'Organization', label: 'Theirs' }])
  await saveButton(page).click()
  await expect(
    page.getByText('Somebody else has changed these settings in the meantime.'),
  ).toBeVisible()
  expect((await storedEntry(rig, 'house'))?.label).toBe('Theirs')
  await saveButton(page).click()
  await expect(heading(page, 'Mine')).toBeVisible()
  expect((await storedEntry(rig, 'house'))?.label).toBe('Mine')
})

test('one that somebody else deletes meanwhile leads to the list, with a message (EXPECT-22)', async ({
  page,
  open,
  rig,
}) => {
  await open('/phonebook/organisations/house/edit')
  await organisationForm(page).name.fill('Mine')
  await rig.root.call(removePhonebookEntries, { ids: ['house'] })
  await expect(page).toHaveURL(/#\/phonebook$/)
  await expect(page.getByText('This organisation no longer exists.')).toBeVisible()
  await expect(rowOf(page, 'Garden')).toBeVisible()
  await expect(rowOf(page, 'House')).toHaveCount(0)
})

test('a deleted one takes its contacts, departments and call groups with it (PHONEBOOK-22)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await open('/phonebook/organisations/house/edit')
  const remove = page.getByRole('button', { name: 'Delete organisation' })
  const confirmation = page.getByRole('alertdialog')
  await applyFaults(rig, { call: 'phonebook.RemovePhonebookEntries', fault: 'status', value: 500 })
  await remove.click()
  await confirmation.getByRole('button', { name: 'Delete organisation' }).click()
  await expect(page.getByText('House could not be deleted.')).toBeVisible()
  await expect(confirmation).toBeHidden()
  expect(await storedEntry(rig, 'house')).toBeDefined()
  await clearFaults(rig)
  await remove.click()
  await confirmation.getByRole('button', { name: 'Delete organisation' }).click()
  await expect(page).toHaveURL(/#\/phonebook$/)
  await expect(page.getByText('House is deleted.')).toBeVisible()
  await expect(rowOf(page, 'Garden')).toBeVisible()
  const { phonebookEntries } = await rig.root.call(getPhonebookEntries, {})
  expect(phonebookEntries.map(({ id }) => id).toSorted()).toEqual([
    'default.CallButtonRule',
    'eve',
    'garden',
  ])
})

test('without any the list says so, and what to do (PHONEBOOK-08, EXPECT-10)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(removePhonebookEntries, { ids: ['house', 'garden', 'eve'] })
  await open('/phonebook')
  const region = page.getByRole('region', { name: 'Organisations' })
  await expect(region).toContainText('There are no organisations yet. Start with Add organisation.')
  await expect(page.getByRole('region', { name: /^Contacts/ })).toHaveCount(0)
})

test('while SIP is disabled, each list warns, with a link to its settings (PHONEBOOK-03, PHONEBOOK-04, FIX-16)', async ({
  page,
  open,
  rig,
}) => {
  const setSip = (SIPEnabled: boolean) =>
    rig.root.call(setSipConfiguration, { SIPConfiguration: { SIPEnabled } })
  await setSip(true)
  await open('/phonebook')
  await expect(rowOf(page, 'House')).toBeVisible()
  const warning = page.getByRole('alert').filter({ hasText: 'SIP is disabled.' })
  await expect(warning).toHaveCount(0)
  // It follows the device.
  await setSip(false)
  for (const route of ['', '/organisations/house', '/organisations/house/callgroups']) {
    await open(`/phonebook${route}`)
    await expect(warning.getByRole('link', { name: 'SIP settings' })).toHaveAttribute(
      'href',
      '#/sip/settings',
    )
  }
  await setSip(true)
  await expect(warning).toHaveCount(0)
})

test.describe('its image', () => {
  const picture = bitmap(3_000)
  const chooser = (page: Page) => page.locator('main input[type="file"]')
  const thumbnail = (page: Page) => rowOf(page, 'House').locator('img')

  test('is chosen, shown in the list, and removed again (PHONEBOOK-26, PHONEBOOK-27)', async ({
    page,
    open,
    rig,
  }) => {
    await open('/phonebook/organisations/house/edit')
    await chooser(page).setInputFiles({ name: 'house.bmp', mimeType: '', buffer: picture })
    await saveButton(page).click()
    await expect(heading(page, 'House')).toBeVisible()
    expect(await rig.root.call(getEntryImage, { id: 'house' })).toEqual(new Uint8Array(picture))
    await open('/phonebook')
    await expect(thumbnail(page)).toHaveJSProperty('naturalWidth', 100)
    await expect(thumbnail(page)).toHaveAttribute('loading', 'lazy')
    await expect(thumbnail(page)).toHaveAttribute('decoding', 'async')
    const address = (await thumbnail(page).getAttribute('src')) ?? ''
    expect(address).toContain(`${pathOf(getEntryImage).replace('{id}', 'house')}?timestamp=`)
    await setEntries(rig.root, [{ id: 'house', type: 'Organization', description: 'New' }])
    await expect(thumbnail(page)).not.toHaveAttribute('src', address)
    await open('/phonebook/organisations/house/edit')
    await page.getByRole('button', { name: 'Remove', exact: false }).click()
    await saveButton(page).click()
    await expect(heading(page, 'House')).toBeVisible()
    expect((await storedEntry(rig, 'house'))?.image).toBe('')
  })

  test('that is not saved is tried again with the next save, and initials stand for one that fails', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(/500/)
    await open('/phonebook/organisations/house/edit')
    await chooser(page).setInputFiles({ name: 'house.bmp', mimeType: '', buffer: picture })
    await organisationForm(page).name.fill('Mansion')
    await applyFaults(rig, { call: 'phonebook.setImage', fault: 'status', value: 500 })
    await saveButton(page).click()
    await expect(page.getByText('The organisation is saved, but not its image.')).toBeVisible()
    expect(await storedEntry(rig, 'house')).toMatchObject({ label: 'Mansion', image: '' })
    await clearFaults(rig)
    await saveButton(page).click()
    await expect(heading(page, 'Mansion')).toBeVisible()
    expect((await storedEntry(rig, 'house'))?.image).not.toBe('')
    await applyFaults(rig, { call: 'phonebook.getImage', fault: 'status', value: 500 })
    await open('/phonebook')
    await expect(rowOf(page, 'Mansion').getByRole('cell').first()).toHaveText('M')
  })
})
