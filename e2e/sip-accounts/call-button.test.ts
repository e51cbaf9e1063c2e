/** Whom the call button rings: the card on the page of SIP accounts. */
import { getRingAddress, setRingAddress } from '@lintel/contract/calls/call-log'
import { getCallStatuses } from '@lintel/contract/calls/sip-calls'
import { removeSipAccount } from '@lintel/contract/calls/sip-accounts'
import { pressKey } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { openSipPeer } from '../../device/src/engines/sip/testing/peer.ts'
import { applyFaults, clearFaults, holdCalls } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { addAccount, expectError, switchSip } from './form.ts'

needs(getRingAddress)

/** The controls of the card. */
function cardOf(page: Page) {
  const form = page.getByRole('form', { name: 'Call button' })
  return {
    form,
    address: form.getByRole('textbox', { name: /Address to ring/ }),
    account: form.getByRole('combobox', { name: 'With account' }),
    save: form.getByRole('button', { name: 'Save', exact: true }),
    saved: page.getByText('The setting of the call button is saved.'),
  }
}

const ringOn = (rig: Rig) => rig.root.call(getRingAddress, {})
const setElsewhere = (rig: Rig, address: string, account = '') =>
  rig.root.call(setRingAddress, { address, account })

test.beforeEach(async ({ page, open }) => {
  await open('/sip/accounts')
  await expect(cardOf(page).address).toBeVisible()
})

test('the address is saved, and a press of the button rings there', async ({ page, rig }) => {
  const peer = await openSipPeer()
  peer.phone.manner = 'ring'
  const { form, address, save, saved } = cardOf(page)
  await expect(form.getByText('The call button rings nobody.')).toBeVisible()
  await address.fill(`sip:desk@${peer.address}`)
  await save.click()
  await expect(saved).toBeVisible()
  expect(await ringOn(rig)).toEqual({ address: `sip:desk@${peer.address}`, account: '' })
  await expect(form.getByText('SIP is disabled, so the call button rings nobody.')).toBeVisible()
  await expect(form.getByRole('link', { name: 'SIP settings' })).toBeVisible()
  await switchSip(rig, true)
  await expect(form.getByText(/rings nobody\./).and(form.locator('b'))).toHaveCount(0)
  await rig.bench.call(pressKey, { key: 'callButton' })
  await expect.poll(() => peer.phone.calls.length).toBe(1)
  const { CallStatus } = await rig.root.call(getCallStatuses, {})
  expect(CallStatus[0]?.RemoteURI).toBe(`sip:desk@${peer.address}`)
  await peer.close()
})

test('an extension needs an account at a server, which can be chosen', async ({ page, rig }) => {
  const id = await addAccount(rig, 'Desk')
  const { address, account, save, saved } = cardOf(page)
  await expect(account.getByRole('option')).toHaveText([
    'Default account (Peer-to-peer)',
    'Peer-to-peer',
    'Desk',
  ])
  await address.fill('100')
  await save.click()
  await expectError(address, /no server, so the address needs a host/)
  await expect(address).toBeFocused()
  expect((await ringOn(rig)).address).toBe('')
  await address.fill('not an address')
  await expectError(address, /can't be called/)
  await address.fill('100')
  await account.selectOption('Desk')
  await save.click()
  await expect(saved).toBeVisible()
  expect(await ringOn(rig)).toEqual({ address: '100', account: id })
})

test('an empty address rings nobody, and says so', async ({ page, rig }) => {
  await setElsewhere(rig, 'sip:desk@192.0.2.7')
  const { form, address, save, saved } = cardOf(page)
  await expect(address).toHaveValue('sip:desk@192.0.2.7')
  await address.clear()
  await save.click()
  await expect(saved).toBeVisible()
  await expect(form.getByText('The call button rings nobody.')).toBeVisible()
  expect(await ringOn(rig)).toEqual({ address: '', account: '' })
})

test('the card follows another administrator, and shows a change before it is overwritten (EXPECT-21)', async ({
  page,
  rig,
}) => {
  const { form, address, account, save, saved } = cardOf(page)
  await setElsewhere(rig, 'sip:theirs@192.0.2.7')
  await expect(address).toHaveValue('sip:theirs@192.0.2.7')
  await address.fill('sip:mine@192.0.2.7')
  await holdCalls(rig, 'callButton.get')
  await setElsewhere(rig, 'sip:others@192.0.2.7', 'sip_account_0')
  await save.click()
  await clearFaults(rig)
  await expect(form.getByText('Somebody else has changed these settings')).toBeVisible()
  await expect(account).toHaveValue('sip_account_0')
  expect((await ringOn(rig)).address).toBe('sip:others@192.0.2.7')
  await save.click()
  await expect(saved).toBeVisible()
  expect(await ringOn(rig)).toEqual({ address: 'sip:mine@192.0.2.7', account: 'sip_account_0' })
})

test('when its account is deleted, the button calls with the default one, and tells if that can’t', async ({
  page,
  rig,
}) => {
  const id = await addAccount(rig, 'Desk')
  await setElsewhere(rig, '100', id)
  await switchSip(rig, true)
  const { form, account } = cardOf(page)
  await expect(account).toHaveValue(id)
  await rig.root.call(removeSipAccount, { SIPAccountId: id })
  await expect(account).toHaveValue('')
  await expect(form.getByText("The account can't call this address")).toBeVisible()
  expect(await ringOn(rig)).toEqual({ address: '100', account: '' })
})

test('a save whose answer is lost counts once the device has it (EXPECT-12)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed/i)
  const { address, save, saved } = cardOf(page)
  await address.fill('sip:desk@192.0.2.7')
  await applyFaults(rig, { call: 'callButton.set', fault: 'cut', times: 1 })
  await save.click()
  await expect(saved).toBeVisible()
  await expect(save).toHaveCount(0)
  expect((await ringOn(rig)).address).toBe('sip:desk@192.0.2.7')
})

test('the search finds it', async ({ page }) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('doorbell')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Call button/ })
    .click()
  await expect(cardOf(page).address).toBeFocused()
})

test('is accessible with errors, and fits into 390 px', async ({ page }) => {
  const { address, save } = cardOf(page)
  await address.fill('100')
  await save.click()
  await expectError(address, /needs a host/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
})
