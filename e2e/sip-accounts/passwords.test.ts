/** Stored passwords of accounts and proxies, which can't be read but removed. */
import { getCallLog } from '@lintel/contract/calls/call-log'
import { expect, test } from '../fixture.ts'
import { applyFaults, clearFaults } from '../fault-scenarios/faults.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { accountCalled, addAccount, formOf, recordCalls, rowOf } from './form.ts'

// Firmware that tells whether there is a password has our own calls too.
needs(getCallLog)

const REMOVE = 'Remove the stored password'
const PROXY = { Server: 'p.example.com', Username: 'gate', Password: 'other' }

test('a stored password of an account is removed with the next save', async ({
  page,
  open,
  rig,
}) => {
  const id = await addAccount(rig, 'Desk', { Password: 'secret' })
  expect((await accountCalled(rig, 'Desk')).PasswordStored).toBe(true)
  await open(`/sip/accounts/${id}/edit`)
  const { password, save } = formOf(page)
  await password.fill('half typed')
  await page.getByRole('checkbox', { name: REMOVE }).check()
  await expect(password).toBeDisabled()
  await expectAccessible(page)
  const calls = recordCalls(page)
  await save.click()
  await expect(rowOf(page, 'Desk')).toBeVisible()
  expect(JSON.stringify(calls.of('SetSIPAccount'))).not.toContain('half typed')
  expect(await accountCalled(rig, 'Desk')).toMatchObject({ Password: null, PasswordStored: false })
  await open(`/sip/accounts/${id}/edit`)
  await expect(password).toHaveAccessibleDescription('No password is stored.')
  await expect(page.getByRole('checkbox', { name: REMOVE })).toHaveCount(0)
})

test('other changes leave the password, and a lost answer to its removal is a success once it is gone', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed/i)
  const id = await addAccount(rig, 'Desk', { Password: 'secret' })
  await open(`/sip/accounts/${id}/edit`)
  await formOf(page).name.fill('Gate')
  await formOf(page).save.click()
  await expect(rowOf(page, 'Gate')).toBeVisible()
  expect((await accountCalled(rig, 'Gate')).PasswordStored).toBe(true)
  await open(`/sip/accounts/${id}/edit`)
  await page.getByRole('checkbox', { name: REMOVE }).check()
  await applyFaults(rig, { call: 'sip.SetSIPAccount', fault: 'cut', times: 1 })
  await formOf(page).save.click()
  await expect(page).toHaveURL(/#\/sip\/accounts$/)
  await clearFaults(rig)
  expect((await accountCalled(rig, 'Gate')).PasswordStored).toBe(false)
})

test('a stored password of a proxy is removed in its dialog', async ({ page, open, rig }) => {
  const id = await addAccount(rig, 'Desk', { SIPProxies: [PROXY] })
  await open(`/sip/accounts/${id}/edit`)
  await formOf(page).tab('Proxies').click()
  await page.getByRole('button', { name: 'Edit proxy p.example.com' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: REMOVE }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await accountCalled(rig, 'Desk')).SIPProxies).toMatchObject([
    { Server: 'p.example.com', Username: 'gate', PasswordStored: false },
  ])
  await page.getByRole('button', { name: 'Edit proxy p.example.com' }).click()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
})
