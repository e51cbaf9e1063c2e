import { setSipConfiguration } from '@lintel/contract/calls/sip'
import { applyFaults, clearFaults, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import type { Page } from '@playwright/test'
import {
  EDIT_GROUP,
  entriesOf,
  entryWith,
  formOf,
  makeMill,
  NEW_GROUP,
  PNG,
  setEntries,
} from './entry-forms.ts'

// The page comes first: with it the device gets its state.
test.beforeEach(({ page: _page, rig }) => makeMill(rig))

const GROUPS = at('/phonebook/organisations/mill/callgroups')

function dialogOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Add recipient' })
  return {
    dialog,
    type: dialog.getByLabel('Who is called'),
    contact: dialog.getByRole('combobox', { name: 'Contact' }),
    address: dialog.getByLabel('Called address'),
    add: dialog.getByRole('button', { name: 'Add recipient' }),
    open: () => page.getByRole('button', { name: 'Add recipient' }).click(),
  }
}

test('a new call group is stored with its recipients in order (PHONEBOOK-56, PHONEBOOK-60, PHONEBOOK-73)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(setSipConfiguration, { SIPConfiguration: { SIPEnabled: true } })
  await open(NEW_GROUP)
  const form = formOf(page)
  const { dialog, type, contact, address, add, open: openDialog } = dialogOf(page)
  await form.label.fill('Night')
  await form.onDisplay.check()
  await openDialog()
  await expect(add).toBeDisabled()
  await type.selectOption('Contact of the phonebook')
  await contact.fill('Hopper')
  await dialog.getByRole('option', { name: /Grace Hopper/ }).click()
  await add.click()
  await expect(dialog).toHaveCount(0)
  await openDialog()
  await type.selectOption('Other SIP address')
  await expect(add).toBeDisabled()
  await address.fill('desk@127.0.0.9')
  await add.click()
  await page.getByRole('button', { name: 'Move desk@127.0.0.9 up' }).click()
  await expectAccessible(page)
  await form.submit.click()
  await expect(page).toHaveURL(GROUPS)
  const all = await entriesOf(rig)
  const group = all.find(({ label }) => label === 'Night')
  expect(group).toMatchObject({
    type: 'Rule',
    triggerType: 'Key',
    organisationId: 'mill',
    UIAttributes: [{ Name: 'ButtonOnDisplay', Value: 'true' }],
  })
  const [desk, grace] = group?.childIds ?? []
  expect(grace).toBe('grace')
  expect(all.find(({ id }) => id === desk)?.callInformation).toMatchObject([
    { type: 'SIP', address: 'desk@127.0.0.9' },
  ])
})

test('six recipients are enough (PHONEBOOK-59, PHONEBOOK-74)', async ({ page, open, rig }) => {
  const people = Array.from({ length: 6 }, (_, place) => ({
    id: `p${place}`,
    type: 'Person' as const,
    firstName: `P${place}`,
    keyTrigger: `8${place}`,
    organisationId: 'mill',
  }))
  const childIds = people.map(({ id }) => id)
  await setEntries(rig, [...people, { id: 'porter', type: 'Rule', childIds }])
  await open(EDIT_GROUP)
  await expect(page.getByText('There can be at most 6 recipients.')).toBeVisible()
  const add = page.getByRole('button', { name: 'Add recipient' })
  await expect(add).toBeDisabled()
  await page.getByRole('button', { name: 'Remove P3' }).click()
  await expect(add).toBeEnabled()
  await formOf(page).submit.click()
  await expect(page).toHaveURL(GROUPS)
  expect((await entryWith(rig, 'porter'))?.childIds).toEqual(['p0', 'p1', 'p2', 'p4', 'p5'])
})

test('a third call group has no room on the display, and the two there are named (PHONEBOOK-58, OPEN-60)', async ({
  page,
  open,
  rig,
}) => {
  const shown = (id: string, keyTrigger: string) => ({
    id,
    type: 'Rule' as const,
    label: id,
    keyTrigger,
    UIAttributes: [{ Name: 'ButtonOnDisplay', Value: 'true' }],
  })
  const before = (await entriesOf(rig)).flatMap(({ id, UIAttributes }) =>
    UIAttributes?.some(({ Value }) => Value === 'true') === true
      ? [{ id, type: 'Rule' as const, UIAttributes: [] }]
      : [],
  )
  await setEntries(rig, [...before, shown('East', '91'), shown('West', '92')])
  await open(EDIT_GROUP)
  await expect(formOf(page).onDisplay).toBeDisabled()
  await expect(page.getByTitle(/On it now: East and West/)).toBeVisible()
})

test('without SIP only contacts of the video management software are offered (PHONEBOOK-75, PHONEBOOK-76, FIX-16)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(setSipConfiguration, { SIPConfiguration: { SIPEnabled: false } })
  await open(NEW_GROUP)
  await expect(page.getByRole('link', { name: 'SIP settings' }).last()).toBeVisible()
  const { dialog, type, contact, open: openDialog } = dialogOf(page)
  await openDialog()
  await expect(type.getByRole('option', { name: 'Other SIP address' })).toBeDisabled()
  await type.selectOption('Contact of the phonebook')
  await contact.click()
  await expect(dialog.getByRole('option', { name: /Alan/ })).toBeVisible()
  await expect(dialog.getByRole('option', { name: /Grace/ })).toHaveCount(0)
})

test('the second administrator is told of the first one’s change, and decides (EXPECT-21)', async ({
  page,
  open,
  rig,
}) => {
  const theirs = {
    id: 'porter',
    type: 'Rule' as const,
    label: 'Theirs',
    childIds: ['grace', 'alan'],
  }
  await open(EDIT_GROUP)
  const form = formOf(page)
  const recipients = page.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
  await expect(recipients).toHaveCount(1)
  await form.label.fill('Mine')
  await setEntries(rig, [theirs])
  await form.submit.click()
  const told = page.getByText(/Somebody else has changed these settings/)
  await expect(told).toBeVisible()
  // What was typed stays, what was not touched follows the device.
  await expect(form.label).toHaveValue('Mine')
  await expect(recipients).toHaveText([/Grace Hopper/, /Alan/])
  expect(await entryWith(rig, 'porter')).toMatchObject(theirs)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(form.label).toHaveValue('Theirs')
  await form.label.fill('Mine again')
  await form.submit.click()
  await expect(page).toHaveURL(GROUPS)
  expect(await entryWith(rig, 'porter')).toMatchObject({ ...theirs, label: 'Mine again' })
})

test('an image that fails leaves the call group stored, and deletion is asked for (PHONEBOOK-64, PHONEBOOK-65)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  await open(EDIT_GROUP)
  const form = formOf(page)
  await form.label.fill('Gate')
  await form.file.setInputFiles(PNG)
  await applyFaults(rig, { call: 'phonebook.setImage', fault: 'status', value: 500 })
  await form.submit.click()
  await expect(page.getByRole('alert').first()).toContainText(
    'The call group is saved, but not its image.',
  )
  expect(await entryWith(rig, 'porter')).toMatchObject({ label: 'Gate', image: '' })
  await clearFaults(rig)
  await form.submit.click()
  await expect(page).toHaveURL(GROUPS)
  expect((await entryWith(rig, 'porter'))?.image).not.toBe('')
  await open(EDIT_GROUP)
  await page.getByRole('button', { name: 'Delete call group' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the call group Gate?' })
  await question.getByRole('button', { name: 'Delete call group' }).click()
  await expect(page).toHaveURL(GROUPS)
  expect(await entryWith(rig, 'porter')).toBeUndefined()
})
