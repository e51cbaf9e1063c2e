import { removePhonebookEntries, setPhonebookEntries } from '@lintel/contract/calls/phonebook'
import { applyFaults, clearFaults, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { at, expect, test } from '../fixture.ts'
import { notSaved } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import {
  addCall,
  contactsCalled,
  EDIT_CONTACT,
  entriesOf,
  entryWith,
  expectError,
  formOf,
  makeMill,
  NEW_CONTACT,
  PNG,
  setEntries,
} from './entry-forms.ts'

test.use({ product: 'A8207-VE' })

// The page comes first: with it the device gets its state.
test.beforeEach(({ page: _page, rig }) => makeMill(rig))

const SET = setPhonebookEntries.id
const ORGANISATION = at('/phonebook/organisations/mill')

test('a new contact is stored with department, calls, fallback and image (PHONEBOOK-29, PHONEBOOK-34, PHONEBOOK-50)', async ({
  page,
  open,
  rig,
}) => {
  await open(NEW_CONTACT)
  const form = formOf(page)
  await form.firstName.fill('<b>Ada</b> 🚪 عليا')
  await form.speedDial.fill('74')
  await form.department.selectOption('New department')
  await form.departmentName.fill('Attic')
  await addCall(page, 'ada@127.0.0.9')
  await addCall(page, 'home@127.0.0.9', 'Office Hours')
  await page.getByRole('button', { name: 'Move home@127.0.0.9 up' }).click()
  await form.fallback.selectOption('A SIP address')
  await form.fallbackAddress.fill('desk@127.0.0.9')
  await form.file.setInputFiles(PNG)
  await expect(form.preview).toBeVisible()
  await expectAccessible(page)
  await form.submit.click()
  await expect(page).toHaveURL(ORGANISATION)
  const [contact] = await contactsCalled(rig, '<b>Ada</b> 🚪 عليا')
  expect(contact).toMatchObject({
    keyTrigger: '74',
    organisationId: 'mill',
    callInformation: [
      {
        type: 'SIP',
        address: 'home@127.0.0.9',
        scheduleIds: ['com.axis.schedules.office_hours'],
      },
      { type: 'SIP', address: 'ada@127.0.0.9', scheduleIds: [] },
    ],
  })
  expect(contact?.image).not.toBe('')
  const all = await entriesOf(rig)
  const department = all.find(({ label }) => label === 'Attic')
  expect(department?.childIds).toEqual([contact?.id])
  expect(all.find(({ id }) => id === 'mill')?.childIds).toContain(department?.id)
  const fallback = all.find(({ id }) => id === contact?.childIds[0])
  expect(fallback?.callInformation).toMatchObject([{ type: 'SIP', address: 'desk@127.0.0.9' }])
})

test('names, speed dial, department, calls and fallback are checked (PHONEBOOK-41, PHONEBOOK-45, OPEN-55)', async ({
  page,
  open,
}) => {
  await open(NEW_CONTACT)
  const form = formOf(page)
  await form.department.selectOption('New department')
  await form.fallback.selectOption('A contact')
  await form.submit.click()
  await expectError(form.firstName, /Fill this in/)
  await expectError(form.lastName, /Fill this in/)
  await expectError(form.speedDial, /Fill this in/)
  await expectError(form.departmentName, /Fill this in/)
  await expectError(page.getByRole('combobox', { name: 'Contact' }), /Choose one/)
  await expect(form.firstName).toBeFocused()
  await form.firstName.fill('x'.repeat(10_000))
  await expectError(form.firstName, /256/)
  await form.speedDial.fill('12#')
  await expectError(form.speedDial, /Use digits and \* only/)
  await form.speedDial.fill('73')
  await expectError(form.speedDial, /already exists\. Porter has it/)
  await form.speedDial.fill('72')
  await expectError(form.speedDial, /already exists\. Alan has it/)
  await page.getByRole('button', { name: 'Add call' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add call' }).click()
  await expectError(dialog.getByLabel('Called address'), /Fill this in/)
})

test('files that are no images are refused before they are sent (PHONEBOOK-25, PHONEBOOK-24)', async ({
  page,
  open,
}) => {
  await open(EDIT_CONTACT)
  const form = formOf(page)
  const file = (text: string) => ({ ...PNG, buffer: Buffer.from(text, 'latin1') })
  await form.file.setInputFiles(file('GIF89a'))
  await expect(form.image).toHaveAccessibleDescription('This is not a JPEG, PNG or BMP image.')
  await form.submit.click()
  await expect(form.image).toBeFocused()
  await form.file.setInputFiles(file('\u0089PNG, cut off'))
  await expect(form.image).toHaveAccessibleDescription('This is not a JPEG, PNG or BMP image.')
  await page.getByRole('button', { name: 'Remove image' }).click()
  await expect(form.submit).toHaveCount(0)
})

test('an image that fails leaves the contact stored, and is tried again alone (PHONEBOOK-50)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await open(NEW_CONTACT)
  const form = formOf(page)
  await form.firstName.fill('Mary')
  await form.speedDial.fill('75')
  await form.file.setInputFiles(PNG)
  await applyFaults(rig, { call: 'phonebook.setImage', fault: 'status', value: 500 })
  await form.submit.click()
  await expect(page.getByRole('alert').first()).toContainText(
    'The contact is saved, but not its image.',
  )
  await expect(form.firstName).toHaveValue('Mary')
  expect(await contactsCalled(rig, 'Mary')).toMatchObject([{ image: '', organisationId: 'mill' }])
  await clearFaults(rig)
  await form.submit.click()
  await expect(page).toHaveURL(ORGANISATION)
  const [mary, ...others] = await contactsCalled(rig, 'Mary')
  expect([mary?.image === '', others]).toEqual([false, []])
})

test('whatever step of a save fails, a new department is not lost and not created twice (PHONEBOOK-40, PHONEBOOK-50)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await open(NEW_CONTACT)
  const form = formOf(page)
  await form.firstName.fill('Mary')
  await form.speedDial.fill('75')
  await form.department.selectOption('New department')
  await form.departmentName.fill('Attic')
  await form.file.setInputFiles(PNG)
  const attics = async () => (await entriesOf(rig)).filter(({ label }) => label === 'Attic')
  // The first step: nothing is stored.
  await applyFaults(rig, { call: SET, fault: 'status', value: 500 })
  await form.submit.click()
  await expect(notSaved(page)).toBeVisible()
  await expect(form.firstName).toHaveValue('Mary')
  await expect(form.department).toHaveValue('NEW')
  await expect(form.departmentName).toHaveValue('Attic')
  await expect(form.preview).toBeVisible()
  expect(await attics()).toEqual([])
  // The image: the department has the contact, and is in the organisation.
  await applyFaults(rig, { call: 'phonebook.setImage', fault: 'status', value: 500 })
  await form.submit.click()
  await expect(page.getByRole('alert').first()).toContainText(
    'The contact is saved, but not its image.',
  )
  const [mary] = await contactsCalled(rig, 'Mary')
  const [attic] = await attics()
  expect(attic).toMatchObject({ childIds: [mary?.id], organisationId: 'mill' })
  expect((await entryWith(rig, 'mill'))?.childIds).toContain(attic?.id)
  await expect(form.firstName).toHaveValue('Mary')
  await expect(form.departmentId).toHaveValue(attic?.id ?? '')
  await expect(form.preview).toBeVisible()
  await expect(page.getByText('1 change not saved')).toBeVisible()
  await clearFaults(rig)
  await form.submit.click()
  await expect(page).toHaveURL(ORGANISATION)
  expect(await attics()).toEqual([attic])
  expect((await entryWith(rig, mary?.id ?? ''))?.image).not.toBe('')

  // The last one, which changes the organisation: the device had put the department there already,
  // so nothing is left to do.
  await open(NEW_CONTACT)
  await form.firstName.fill('Ann')
  await form.speedDial.fill('76')
  await form.department.selectOption('New department')
  await form.departmentName.fill('Cellar')
  let refused = 0
  await page.route(/axdsapi/, (route) => {
    const sent = route.request().postData() ?? ''
    if (!sent.includes('SetPhonebookEntries') || !sent.includes('"type":"Organization"'))
      return route.continue()
    refused += 1
    return route.fulfill({ status: 500 })
  })
  await form.submit.click()
  await expect(page).toHaveURL(ORGANISATION)
  await expect(page.getByText('Ann is saved.')).toBeVisible()
  expect(refused).toBe(1)
  await page.unroute(/axdsapi/)
  const cellar = (await entriesOf(rig)).find(({ label }) => label === 'Cellar')
  expect((await entryWith(rig, 'mill'))?.childIds).toContain(cellar?.id)
})

test('a contact outside of any organisation is saved and deleted, and leads to the phonebook (PHONEBOOK-35, PHONEBOOK-28)', async ({
  page,
  open,
  rig,
}) => {
  await open('/phonebook/organisations/-/contacts/add')
  const form = formOf(page)
  await form.firstName.fill('Nomad')
  await form.speedDial.fill('78')
  await form.submit.click()
  await expect(page).toHaveURL(at('/phonebook'))
  const [nomad] = await contactsCalled(rig, 'Nomad')
  expect(nomad?.organisationId).toBe('')
  await page.getByRole('link', { name: 'Edit Nomad' }).click()
  await expect(page).toHaveURL(at(`/phonebook/organisations/-/contacts/${nomad?.id}/edit`))
  await form.lastName.fill('Land')
  await form.submit.click()
  await expect(page).toHaveURL(at('/phonebook'))
  await page.getByRole('link', { name: 'Edit Nomad Land' }).click()
  await page.getByRole('button', { name: 'Delete contact' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the contact Nomad Land?' })
  await question.getByRole('button', { name: 'Delete contact' }).click()
  await expect(page).toHaveURL(at('/phonebook'))
  await expect(page.getByText('Nomad Land is deleted.')).toBeVisible()
  expect(await contactsCalled(rig, 'Nomad')).toEqual([])
})

test('a contact whose answer is lost is found, and is not created twice', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await open(NEW_CONTACT)
  const form = formOf(page)
  await form.firstName.fill('Mary')
  await form.speedDial.fill('75')
  await applyFaults(rig, { call: SET, fault: 'cut', times: 1 })
  await form.submit.click()
  await expect(page).toHaveURL(ORGANISATION)
  expect(await contactsCalled(rig, 'Mary')).toHaveLength(1)
})

test('the second administrator is told of the first one’s change (EXPECT-21)', async ({
  page,
  open,
  rig,
}) => {
  await open(EDIT_CONTACT)
  const form = formOf(page)
  await expect(form.firstName).toHaveValue('Grace')
  await form.lastName.fill('Mine')
  await setEntries(rig, [{ id: 'grace', type: 'Person', lastName: 'Theirs' }])
  await form.submit.click()
  await expect(page.getByText(/Somebody else has changed these settings/)).toBeVisible()
  await expect(form.lastName).toHaveValue('Mine')
  expect((await entryWith(rig, 'grace'))?.lastName).toBe('Theirs')
  await form.submit.click()
  await expect(page).toHaveURL(ORGANISATION)
  expect((await entryWith(rig, 'grace'))?.lastName).toBe('Mine')
})

test('a deletion is asked for, and one that fails returns with a message (PHONEBOOK-36, PHONEBOOK-37, OPEN-57)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await open(EDIT_CONTACT)
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete contact' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete the contact Grace Hopper?' })
    await question.getByRole('button', { name: 'Delete contact' }).click()
    await expect(page).toHaveURL(ORGANISATION)
  }
  await applyFaults(rig, { call: removePhonebookEntries.id, fault: 'status', value: 500 })
  await remove()
  await expect(page.getByText(/Grace Hopper could not be deleted/)).toBeVisible()
  expect(await entryWith(rig, 'grace')).toBeDefined()
  await clearFaults(rig)
  await open(EDIT_CONTACT)
  await remove()
  expect(await entryWith(rig, 'grace')).toBeUndefined()
})
