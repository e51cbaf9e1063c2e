/** A session that was ended elsewhere: the page asks for the password and loses nothing. */
import { advanceClock } from '@lintel/contract/bench'
import { systemReady } from '@lintel/contract/calls/system'
import { getUsers, removeUser, updateUser } from '@lintel/contract/calls/users'
import type { Locator } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { pressRestart } from '../maintenance/overlay.ts'
import { THROUGH_GATEWAY } from '../rig/gateway.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import type { Rig } from '../rig/rig.ts'
import { fill, formOf, rowOf } from '../users/form.ts'
import {
  ANNA,
  changePassword,
  NEW_PASSWORD,
  signInAgainOf,
  withoutEvents,
} from './sign-in-again.ts'

test.use({ reuse: 'nothing' })

test.beforeEach(async ({ page: _page, expectFailures, rig }) => {
  expectFailures(/401|WebSocket/)
  if (!THROUGH_GATEWAY) return
  // A gateway learns by a wrong attempt that a password has changed. Each test puts the clock back.
  later += ATTEMPTS_RETURN
  await rig.bench.call(advanceClock, { milliseconds: later })
})

/** Milliseconds until the device has forgotten all wrong attempts for an account. */
const ATTEMPTS_RETURN = 75_000
/** Milliseconds after which the device answers a wrong attempt at the latest. */
const HELD_BACK = 15_000
let later = 0

async function expectWrong(dialog: Locator, rig: Rig): Promise<void> {
  await expect(async () => {
    // After a gateway's own attempts, the device holds the answer back.
    if (THROUGH_GATEWAY) await rig.bench.call(advanceClock, { milliseconds: HELD_BACK })
    const timeout = THROUGH_GATEWAY ? 1_000 : 10_000
    await expect(dialog).toContainText('The username or password is wrong.', { timeout })
  }).toPass()
}

test('a changed password opens the sign-in dialog, and what was typed can be saved (EXPECT-15, EXPECT-16)', async ({
  page,
  open,
  rig,
}) => {
  await open('/users/add')
  await fill(page, { name: 'newcomer', role: 'Operator', password: PASSWORD })
  await changePassword(rig)
  const again = signInAgainOf(page)
  await expect(again.dialog).toBeVisible()
  await expect(again.name).toHaveValue(ANNA)
  await expect(again.password).toBeFocused()
  await again.signIn(ANNA, NEW_PASSWORD)
  await expect(again.dialog).toBeHidden()
  await expect(page).toHaveURL(/#\/users\/add$/)
  await expect(formOf(page).name).toHaveValue('newcomer')
  await expect(formOf(page).role).toHaveValue('operator')
  await expect(formOf(page).password).toHaveValue(PASSWORD)
  await formOf(page).save.click()
  await expect(rowOf(page, 'newcomer')).toContainText('Operator')
  expect((await rig.root.call(getUsers, {})).operator).toContain('newcomer')
})

test('a save that fails because the session ended is repeated once after the sign-in (EXPECT-15)', async ({
  page,
  open,
  rig,
}) => {
  await withoutEvents(page)
  await open('/users/add')
  await fill(page, { name: 'newcomer', password: PASSWORD })
  await changePassword(rig)
  await formOf(page).save.click()
  const again = signInAgainOf(page)
  await expect(again.dialog).toBeVisible()
  expect((await rig.root.call(getUsers, {})).viewer).not.toContain('newcomer')
  await again.signIn(ANNA, NEW_PASSWORD)
  await expect(rowOf(page, 'newcomer')).toBeVisible()
  await expect(page.getByText('newcomer can now sign in.')).toBeVisible()
  expect((await rig.root.call(getUsers, {})).viewer).toContain('newcomer')
})

test('a wrong password is reported in the dialog, which stays open (EXPECT-15)', async ({
  page,
  open,
  rig,
}) => {
  await open('/users')
  await expect(rowOf(page, 'lobby')).toBeVisible()
  await changePassword(rig)
  const again = signInAgainOf(page)
  await again.signIn(ANNA, PASSWORD)
  await expectWrong(again.dialog, rig)
  await again.signIn(ANNA, NEW_PASSWORD)
  await expect(again.dialog).toBeHidden()
  await expect(rowOf(page, 'lobby')).toBeVisible()
})

test('another person who signs in gets a fresh console', async ({ page, open, rig }) => {
  await open('/users')
  await expect(rowOf(page, 'lobby')).toBeVisible()
  await changePassword(rig)
  const { user } = ACCOUNTS.operator
  await signInAgainOf(page).signIn(user, PASSWORD)
  await expect(page.getByRole('button', { name: `Account ${user}` })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByText('You do not have access to this page.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0)
})

test('closing the dialog leads to the sign-in page', async ({ page, open, rig }) => {
  await open('/users')
  await expect(rowOf(page, 'lobby')).toBeVisible()
  await changePassword(rig)
  await signInAgainOf(page).dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a deleted account sees the dialog and can’t sign in again (EXPECT-16)', async ({
  page,
  open,
  rig,
}) => {
  await open('/users')
  await expect(rowOf(page, 'lobby')).toBeVisible()
  await rig.root.call(removeUser, { user: ANNA })
  const again = signInAgainOf(page)
  await again.signIn(ANNA, PASSWORD)
  await expectWrong(again.dialog, rig)
})

test('a removed role leads to a page that is still allowed (EXPECT-16)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/403/)
  await withoutEvents(page)
  await open('/maintenance')
  await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
  const ready = () => rig.anonymous.call(systemReady, { timeout: 0 })
  const before = await ready()
  await rig.root.call(updateUser, { user: ANNA, sgrp: 'viewer' })
  await pressRestart(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Maintenance' })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const after = await ready()
  expect([after.bootid, after.systemready]).toEqual([before.bootid, 'yes'])
})

test('signing out in one tab opens the dialog in the other at its next call (EXPECT-15)', async ({
  page,
  open,
  context,
}) => {
  const second = await context.newPage()
  // With the event, the other tab would ask at once.
  await withoutEvents(second)
  await second.goto(at('/users/add'))
  await fill(second, { name: 'newcomer', password: PASSWORD })
  await open('/maintenance')
  await page.getByRole('button', { name: `Account ${ANNA}` }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await formOf(second).save.click()
  await signInAgainOf(second).signIn(ANNA, PASSWORD)
  await expect(rowOf(second, 'newcomer')).toBeVisible()
})

test('the dialog is accessible, with and without an error', async ({ page, open, rig }) => {
  await open('/users')
  await expect(rowOf(page, 'lobby')).toBeVisible()
  await changePassword(rig)
  const again = signInAgainOf(page)
  await expect(again.dialog).toBeVisible()
  await expectAccessible(page)
  await again.signIn(ANNA, 'wrong')
  await expectWrong(again.dialog, rig)
  await expectAccessible(page)
})
