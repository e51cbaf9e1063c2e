/** The call button's tab: whom it calls, and how it is lit. */
import { pressKey } from '@lintel/contract/bench'
import { getConfiguration, updateConfiguration } from '@lintel/contract/calls/intercom'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { openSipPeer } from '../../device/src/engines/sip/testing/peer.ts'
import { applyFaults, clearFaults, holdCalls } from '../fault-scenarios/faults.ts'
import { at, expect, test } from '../fixture.ts'
import { notSaved, saveButton } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { pathOf } from '../rig/firmware.ts'
import { setEntries } from '../rig/house.ts'
import type { Rig } from '../rig/rig.ts'
import { storedEntry } from './book.ts'
import { callButtonForm, recipientDialog, recipientsOn } from './call-button.ts'
import { addCall } from './entry-forms.ts'
import { happenedOn } from './ring.ts'

const ROUTE = '/phonebook/callbutton'

const setSip = (rig: Rig, SIPEnabled: boolean) =>
  rig.root.call(setSipConfiguration, { SIPConfiguration: { SIPEnabled } })

const idleOf = async (rig: Rig) =>
  (await rig.root.call(getConfiguration, {})).Configuration.CallButtonIdleBehavior

const ruleOf = (rig: Rig) => storedEntry(rig, CALL_BUTTON_RULE)

test('shows what the button does, and adds only recipients that can be called (PHONEBOOK-82, PHONEBOOK-83, PHONEBOOK-73)', async ({
  page,
  open,
  rig,
}) => {
  await setSip(rig, true)
  await open(ROUTE)
  const { displayButton, idle, vms, fallback } = callButtonForm(page)
  await expect(page.getByRole('checkbox', { name: 'Call when pressed' })).toBeChecked()
  await expect(displayButton).toBeChecked()
  await expect(page.getByLabel('Light while nobody calls')).toHaveValue('Automatic')
  await expect(idle.locator('option')).toHaveText(['Automatic', 'Off', 'On'])
  await expect(vms).not.toBeChecked()
  await expect(page.getByText('There are no recipients yet, so nobody is called.')).toBeVisible()
  await expect(fallback.locator('option')).toHaveText(['No fallback', 'A contact', 'A SIP address'])
  await expectAccessible(page)
  const { open: openDialog, type, contact, address, add, dialog } = recipientDialog(page)
  await openDialog()
  // The video management software is a box of its own.
  await expect(type.locator('option')).toHaveText([
    'Choose…',
    'Contact of the phonebook',
    'Other SIP address',
  ])
  await expect(add).toBeDisabled()
  await type.selectOption('Other SIP address')
  await expect(add).toBeDisabled()
  await address.fill('not an address')
  await expect(add).toBeDisabled()
  await address.fill('100@127.0.0.9')
  await expect(add).toBeEnabled()
  await type.selectOption('Contact of the phonebook')
  await expect(add).toBeDisabled()
  await contact.fill('Ada')
  await dialog.getByRole('option', { name: /Ada Lovelace/ }).click()
  await expect(add).toBeEnabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(recipientsOn(page)).toHaveCount(0)
})

test.describe('of a device that stays as it is', () => {
  test.use({ reuse: 'device' })

  test('a fallback without contact or address is not saved (PHONEBOOK-79, PHONEBOOK-80, PHONEBOOK-81)', async ({
    page,
    open,
    rig,
  }) => {
    await open(ROUTE)
    const { fallback, fallbackAddress } = callButtonForm(page)
    await fallback.selectOption('A SIP address')
    await saveButton(page).click()
    await expect(fallbackAddress).toHaveAttribute('aria-invalid', 'true')
    await fallback.selectOption('A contact')
    await saveButton(page).click()
    await expect(page.getByRole('combobox', { name: 'Contact' })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    expect((await ruleOf(rig))?.childIds).toEqual([])
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(fallback).toHaveValue('NONE')
  })
})

test('a contact whose address was typed in its form is rung, and what is saved is what the button calls, in this order (PHONEBOOK-84, PHONEBOOK-87, PHONEBOOK-89)', async ({
  page,
  open,
  rig,
}) => {
  const [ada, desk] = await Promise.all([openSipPeer(), openSipPeer()])
  await setSip(rig, true)
  await setEntries(rig.root, [
    { id: 'ada', type: 'Person', callInformation: [] },
    { id: CALL_BUTTON_RULE, type: 'Rule', keyTrigger: '9|', CallButtonOnly: true },
  ])
  await open('/phonebook/organisations/house/contacts/ada/edit')
  await addCall(page, `sip:ada@${ada.address}`)
  await saveButton(page).click()
  await expect(page).toHaveURL(at('/phonebook/organisations/house'))
  await open(ROUTE)
  const { idle, vms, fallback, fallbackAddress } = callButtonForm(page)
  const { open: openDialog, type, contact, address, add, dialog } = recipientDialog(page)
  await openDialog()
  await type.selectOption('Contact of the phonebook')
  await contact.fill('Lovel')
  await dialog.getByRole('option', { name: /Ada Lovelace/ }).click()
  await add.click()
  await openDialog()
  await type.selectOption('Other SIP address')
  await address.fill(`sip:desk@${desk.address}`)
  await add.click()
  await page.getByRole('button', { name: /^Move sip:desk.* up$/ }).click()
  await expect(recipientsOn(page).first()).toContainText('sip:desk')
  await idle.selectOption('On')
  await vms.check()
  await fallback.selectOption('A SIP address')
  await fallbackAddress.fill('sip:night@127.0.0.9')
  await saveButton(page).click()
  await expect(page.getByText('The call button is saved.')).toBeVisible()
  await expect(saveButton(page)).toHaveCount(0)

  const rule = await ruleOf(rig)
  // Label, speed dial and CallButtonOnly stay as they are (OPEN-51, OPEN-64).
  expect(rule).toMatchObject({
    label: 'Call button',
    keyTrigger: '9|',
    CallButtonOnly: true,
    DisplayButton: true,
    callInformation: [{ type: 'VMS' }],
  })
  const [first = '', second, last = ''] = rule?.childIds ?? []
  expect(second).toBe('ada')
  expect(await storedEntry(rig, first)).toMatchObject({
    type: 'CallInfo',
    callInformation: [{ type: 'SIP', address: `sip:desk@${desk.address}` }],
  })
  expect(await storedEntry(rig, last)).toMatchObject({
    type: 'Fallback',
    callInformation: [{ type: 'SIP', address: 'sip:night@127.0.0.9' }],
  })
  expect(await idleOf(rig)).toBe('On')

  // The call itself.
  desk.phone.manner = '486 Busy Here'
  await rig.bench.call(pressKey, { key: 'callButton' })
  await expect.poll(() => ada.phone.calls.length).toBe(1)
  expect(desk.phone.calls).toHaveLength(1)
  await Promise.all([ada.close(), desk.close()])
})

test('a button that is no call button calls nobody, and one without fallback and recipients neither (PHONEBOOK-82, PHONEBOOK-86, OPEN-64)', async ({
  page,
  open,
  rig,
}) => {
  const ada = await openSipPeer()
  await setSip(rig, true)
  await setEntries(rig.root, [
    {
      id: 'ada',
      type: 'Person',
      callInformation: [{ type: 'SIP', address: `sip:ada@${ada.address}` }],
    },
    { id: 'last', type: 'Fallback', childIds: ['bob'] },
    { id: CALL_BUTTON_RULE, type: 'Rule', childIds: ['ada', 'last'] },
  ])
  await open(ROUTE)
  const { displayButton, fallback } = callButtonForm(page)
  await expect(recipientsOn(page)).toContainText(['Ada Lovelace'])
  await expect(fallback).toHaveValue('CONTACT')
  await expect(page.getByRole('combobox', { name: 'Contact' })).toHaveValue('Bob Smith')
  await fallback.selectOption('No fallback')
  await displayButton.uncheck()
  await saveButton(page).click()
  await expect(page.getByText('The call button is saved.')).toBeVisible()
  expect(await ruleOf(rig)).toMatchObject({ DisplayButton: false, childIds: ['ada'] })
  expect(await storedEntry(rig, 'last')).toBeUndefined()
  await page.goto(rig.addresses.bench)
  await page.getByRole('button', { name: 'Ring' }).click()
  await expect(happenedOn(page)).toContainText(
    'The call button rings nobody: it is switched off in the phonebook.',
  )
  expect(ada.phone.calls).toHaveLength(0)
  await ada.close()
})

test('six recipients are enough, whether or not the software is called too (PHONEBOOK-74, PHONEBOOK-85, PHONEBOOK-72)', async ({
  page,
  open,
  rig,
}) => {
  const people = Array.from({ length: 6 }, (_, place) => ({
    id: `p${place}`,
    type: 'Person' as const,
    firstName: `P${place}`,
    keyTrigger: `8${place}`,
  }))
  const childIds = people.map(({ id }) => id)
  await setEntries(rig.root, [...people, { id: CALL_BUTTON_RULE, type: 'Rule', childIds }])
  await open(ROUTE)
  await expect(page.getByText('There can be at most 6 recipients.')).toBeVisible()
  const add = page.getByRole('button', { name: 'Add recipient' })
  await expect(add).toBeDisabled()
  const { vms } = callButtonForm(page)
  await vms.check()
  await saveButton(page).click()
  await expect(page.getByText('The call button is saved.')).toBeVisible()
  expect(await ruleOf(rig)).toMatchObject({ childIds, callInformation: [{ type: 'VMS' }] })
  await page.getByRole('button', { name: 'Remove P3' }).click()
  await expect(add).toBeEnabled()
  await saveButton(page).click()
  await expect(saveButton(page)).toHaveCount(0)
  expect((await ruleOf(rig))?.childIds).toEqual(['p0', 'p1', 'p2', 'p4', 'p5'])
  // While it is switched off, there is no box, and the rule keeps what it has.
  await rig.root.call(updateConfiguration, { Configuration: { CallTriggersEnabled: false } })
  await expect(vms).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove P4' }).click()
  await saveButton(page).click()
  await expect(saveButton(page)).toHaveCount(0)
  expect(await ruleOf(rig)).toMatchObject({
    childIds: ['p0', 'p1', 'p2', 'p5'],
    callInformation: [{ type: 'VMS' }],
  })
})

test('while SIP is off it says so, and offers only contacts of the software (PHONEBOOK-75, PHONEBOOK-76, FIX-16)', async ({
  page,
  open,
  rig,
}) => {
  await setSip(rig, false)
  await open(ROUTE)
  await expect(
    page.getByRole('alert').filter({ hasText: 'SIP is disabled.' }).getByRole('link'),
  ).toHaveAttribute('href', '#/sip/settings')
  const { open: openDialog, type, contact, dialog } = recipientDialog(page)
  await openDialog()
  await expect(type.getByRole('option', { name: 'Other SIP address' })).toBeDisabled()
  await type.selectOption('Contact of the phonebook')
  await contact.click()
  await expect(dialog.getByRole('listbox').getByRole('option')).toHaveText([/Bob Smith/])
})

test('a light that is not stored is told apart from the rule that is, and saved again (EXPECT-12)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await setEntries(rig.root, [{ id: CALL_BUTTON_RULE, type: 'Rule', childIds: ['ada'] }])
  await open(ROUTE)
  const { displayButton, idle } = callButtonForm(page)
  await displayButton.uncheck()
  await idle.selectOption('Off')
  const update = 'intercom.UpdateConfiguration'
  await applyFaults(rig, { call: update, fault: 'status', value: 500 })
  await saveButton(page).click()
  const half = page.getByText('The recipients of the button are saved, but not its light.')
  await expect(half).toBeVisible()
  expect(await ruleOf(rig)).toMatchObject({ DisplayButton: false, childIds: ['ada'] })
  expect(await idleOf(rig)).toBe('Automatic')
  await expect(idle).toHaveValue('Off')
  await expect(page.getByText('1 change not saved')).toBeVisible()
  // The light alone fails as a whole.
  await saveButton(page).click()
  await expect(notSaved(page)).toBeVisible()
  await expect(half).toHaveCount(0)
  await clearFaults(rig)
  await saveButton(page).click()
  await expect(page.getByText('The call button is saved.')).toBeVisible()
  expect(await idleOf(rig)).toBe('Off')
  expect(await ruleOf(rig)).toMatchObject({ DisplayButton: false, childIds: ['ada'] })
})

test('another administrator’s change is shown before it is saved over (EXPECT-21)', async ({
  page,
  open,
  rig,
}) => {
  await open(ROUTE)
  const { displayButton, idle } = callButtonForm(page)
  await idle.selectOption('On')
  // It comes between the last look at the rule and the save.
  await holdCalls(rig, 'phonebook.GetPhonebookEntries')
  await setEntries(rig.root, [
    { id: CALL_BUTTON_RULE, type: 'Rule', childIds: ['bob'], DisplayButton: false },
  ])
  await saveButton(page).click()
  await clearFaults(rig)
  await expect(
    page.getByText('Somebody else has changed these settings in the meantime.'),
  ).toBeVisible()
  expect(await idleOf(rig)).toBe('Automatic')
  await expect(recipientsOn(page)).toContainText(['Bob Smith'])
  await expect(displayButton).not.toBeChecked()
  await expect(idle).toHaveValue('On')
  await saveButton(page).click()
  await expect(page.getByText('The call button is saved.')).toBeVisible()
  expect(await idleOf(rig)).toBe('On')
  expect(await ruleOf(rig)).toMatchObject({ DisplayButton: false, childIds: ['bob'] })
})

test('a device without a light in its button has no choice of it (PHONEBOOK-83)', async ({
  page,
  open,
}) => {
  await page.route(`**${pathOf(getConfiguration)}*`, async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    const without = text.replaceAll(
      /"(s|S)upportedCallButtonIdleBehavior":\[[^\]]*\]/g,
      '"$1upportedCallButtonIdleBehavior":[]',
    )
    await route.fulfill({ response: answer, body: without })
  })
  await open('/search')
  await page.reload()
  await open(ROUTE)
  const { displayButton, idle } = callButtonForm(page)
  await expect(displayButton).toBeVisible()
  await expect(idle).toHaveCount(0)
})
