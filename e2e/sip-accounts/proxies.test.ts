/** The proxies of an account, with a second administrator. */
import { setSipAccount } from '@lintel/contract/calls/sip-accounts'
import type { Page } from '@playwright/test'
import { applyFaults, clearFaults, FAULT_ERRORS, holdCalls } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { notSaved } from '../pages/parts.ts'
import { needsVersions } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { accountCalled, addAccount, formOf } from './form.ts'

const listOf = (page: Page) => page.getByRole('list', { name: 'Proxies' }).getByRole('listitem')
const noticeOf = (page: Page) => page.getByText('Somebody else has changed these settings')

/** The first letters of the proxies on the device. */
const stored = async (rig: Rig) =>
  (await accountCalled(rig, 'Desk')).SIPProxies.map(({ Server }) => Server[0]).join('')

/** The other administrator stores these proxies. */
async function setElsewhere(rig: Rig, letters: string): Promise<void> {
  const account = await accountCalled(rig, 'Desk')
  const SIPProxies = letters
    .split('')
    .map((one) => ({ Server: `${one}.example.com`, Username: one, Password: null }))
  await rig.root.call(setSipAccount, { SIPAccount: { ...account, SIPProxies } })
}

test.beforeEach(async ({ page, open, rig }) => {
  const id = await addAccount(rig, 'Desk')
  await setElsewhere(rig, 'abc')
  await open(`/sip/accounts/${id}/edit`)
  await formOf(page).tab('Proxies').click()
  await expect(listOf(page)).toHaveCount(3)
})

test('a move over a list that somebody else has changed is not made, and shown first (EXPECT-21)', async ({
  page,
  rig,
}) => {
  // The page does not hear of the change before the move.
  await holdCalls(rig, 'sip.GetSIPAccounts')
  await rig.root.call(setSipAccount, {
    SIPAccount: {
      Id: 'sip_account_1',
      Name: 'Desk',
      UserId: 'desk',
      PublicDomain: 'pbx.example.com',
      SIPProxies: [{ Server: 'c.example.com' }, { Server: 'a.example.com' }],
    },
  })
  await page.getByRole('button', { name: 'Move a.example.com down' }).click()
  await clearFaults(rig)
  await expect(noticeOf(page)).toBeVisible()
  await expect(listOf(page)).toHaveText([/^c\.example/, /^a\.example/])
  expect(await stored(rig)).toBe('ca')
  await page.getByRole('button', { name: 'Move a.example.com up' }).click()
  await expect(noticeOf(page)).toHaveCount(0)
  await expect.poll(() => stored(rig)).toBe('ac')
})

test('a move whose answer is lost is reported as not saved only if it is not', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  const moveDown = page.getByRole('button', { name: 'Move a.example.com down' })
  await applyFaults(rig, { call: 'sip.SetSIPAccount', fault: 'cut' })
  await moveDown.click()
  await expect(listOf(page)).toHaveText([/^b\.example/, /^a\.example/, /^c\.example/])
  await expect.poll(() => stored(rig)).toBe('bac')
  await applyFaults(rig, { call: 'sip.SetSIPAccount', fault: 'drop' })
  await moveDown.click()
  await expect(notSaved(page)).toBeVisible()
  expect(await stored(rig)).toBe('bac')
  await expect(listOf(page).nth(1)).toContainText('a.example.com')
  // A new attempt takes back the report of the last one.
  await applyFaults(rig, { call: 'sip.SetSIPAccount', fault: 'cut' })
  await moveDown.click()
  await expect(listOf(page).nth(2)).toContainText('a.example.com')
  await expect(notSaved(page)).toHaveCount(0)
  await expect.poll(() => stored(rig)).toBe('bca')
  // Whether a password has arrived can't be read.
  await page.getByRole('button', { name: 'Edit proxy b.example.com' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('secret')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(notSaved(page)).toBeVisible()
  await clearFaults(rig)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a change between reading and writing is not overwritten either (EXPECT-21)', async ({
  page,
  rig,
  expectFailures,
}) => {
  needsVersions()
  expectFailures(/412/)
  let interfered = false
  await page.route('**/vapix/call', async (route) => {
    const sets = route.request().postData()?.includes('axcall:SetSIPAccount') ?? false
    if (sets && !interfered) {
      interfered = true
      await setElsewhere(rig, 'cb')
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Move a.example.com down' }).click()
  await expect(noticeOf(page)).toBeVisible()
  await page.unroute('**/vapix/call')
  expect(interfered).toBe(true)
  expect(await stored(rig)).toBe('cb')
})

test('an open dialog changes the proxy that it was opened for, or none (EXPECT-21)', async ({
  page,
  rig,
}) => {
  await page.getByRole('button', { name: 'Edit proxy b.example.com' }).click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel('Proxy address')
  const save = dialog.getByRole('button', { name: 'Save' })
  await setElsewhere(rig, 'bc')
  await expect(listOf(page)).toHaveCount(2)
  await address.fill('d.example.com')
  await save.click()
  await expect(noticeOf(page)).toBeVisible()
  expect(await stored(rig)).toBe('bc')
  await expect(address).toHaveValue('d.example.com')
  await save.click()
  await expect(dialog).toHaveCount(0)
  expect(await stored(rig)).toBe('dc')
  expect((await accountCalled(rig, 'Desk')).SIPProxies[0]?.Username).toBe('b')
})

test('a proxy that somebody else removes comes back only if it is saved again (EXPECT-21)', async ({
  page,
  rig,
}) => {
  await page.getByRole('button', { name: 'Edit proxy b.example.com' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Proxy address').fill('d.example.com')
  await setElsewhere(rig, 'ca')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(noticeOf(page)).toBeVisible()
  expect(await stored(rig)).toBe('ca')
  await dialog.getByRole('button', { name: 'Add proxy' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await stored(rig)).toBe('cad')
})

test('a removal takes the proxy that was asked about, or none (EXPECT-21)', async ({
  page,
  rig,
}) => {
  await page.getByRole('button', { name: 'Remove proxy a.example.com' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the proxy a.example.com?' })
  await setElsewhere(rig, 'bca')
  await expect(listOf(page).first()).toContainText('b.example.com')
  await question.getByRole('button', { name: 'Remove proxy' }).click()
  await expect(noticeOf(page)).toBeVisible()
  await expect(question).toHaveCount(0)
  expect(await stored(rig)).toBe('bca')
})
