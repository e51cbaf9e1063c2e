/** The users' pages with a device that is unreachable, slow, failing half-way or losing power. */
import { setPower, setWorld } from '@lintel/contract/bench'
import { addUser, getUsers } from '@lintel/contract/calls/users'
import { applyFaults, clearFaults, holdCalls } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import type { Rig } from '../rig/rig.ts'
import { installClock, skipWait } from '../rig/page-clock.ts'
import { fill, formOf, recordCalls, rowOf } from './form.ts'

const exists = async (rig: Rig, name: string) =>
  (await rig.root.call(getUsers, {})).viewer.includes(name)

test.describe('a new account', () => {
  test.beforeEach(async ({ page, open }) => {
    await open('/users/add')
    await fill(page, { name: 'newcomer', password: PASSWORD })
  })

  test('a double press on a slow device sends one call (EXPECT-13)', async ({ page, rig }) => {
    const calls = recordCalls(page)
    await holdCalls(rig, 'pwdgrp.add')
    await formOf(page).save.dblclick()
    await expect(formOf(page).save).toBeDisabled()
    await page.keyboard.press('Enter')
    await clearFaults(rig)
    await expect(page).toHaveURL(/#\/users$/)
    expect(calls.of('add')).toHaveLength(1)
  })

  test('a refused account keeps the form with what was typed (USERS-44, USERS-46)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/500/)
    await applyFaults(rig, { call: 'pwdgrp.add', fault: 'status', value: 500 })
    await formOf(page).save.click()
    await expect(page.getByRole('alert')).toContainText('The user could not be saved. Try again.')
    await expect(formOf(page).name).toHaveValue('newcomer')
    await expect(formOf(page).password).toHaveValue(PASSWORD)
    expect(await exists(rig, 'newcomer')).toBe(false)
    await clearFaults(rig)
    await formOf(page).save.click()
    await expect(rowOf(page, 'newcomer')).toBeVisible()
  })

  test('a full disk is reported and nothing is created', async ({ page, rig, expectFailures }) => {
    expectFailures(/507|500/)
    await applyFaults(rig, { call: 'pwdgrp.add', fault: 'diskFull' })
    await formOf(page).save.click()
    await expect(page.getByRole('alert')).toContainText('The user could not be saved. Try again.')
    await clearFaults(rig)
    expect(await exists(rig, 'newcomer')).toBe(false)
  })

  test('a dropped call is reported, nothing is created, and a retry succeeds', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/failed/i)
    // Every time: browsers retry by themselves when a keep-alive connection breaks.
    await applyFaults(rig, { call: 'pwdgrp.add', fault: 'drop' })
    await formOf(page).save.click()
    await expect(page.getByRole('alert').filter({ hasText: 'could not be saved' })).toBeVisible()
    await clearFaults(rig)
    expect(await exists(rig, 'newcomer')).toBe(false)
    await formOf(page).save.click()
    await expect(rowOf(page, 'newcomer')).toBeVisible()
  })

  test('a truncated response is not a success, and the account is not created twice', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/failed/i)
    await applyFaults(rig, { call: 'pwdgrp.add', fault: 'cut', times: 1 })
    await formOf(page).save.click()
    await expect(page.getByRole('alert').filter({ hasText: 'could not be saved' })).toBeVisible()
    expect(await exists(rig, 'newcomer')).toBe(true)
    await formOf(page).save.click()
    await expect(page.getByText('There is already a user with this name.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(page, 'newcomer')).toBeVisible()
  })

  test('a power cut during the save leaves either the whole account or none', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/failed|WebSocket|401/i)
    await installClock(page)
    const arrived = await holdCalls(rig, 'pwdgrp.add')
    await formOf(page).save.click()
    await expect(formOf(page).save).toBeDisabled()
    await arrived()
    await rig.bench.call(setPower, { action: 'off' })
    await expect(page.getByText("The device doesn't answer.").first()).toBeVisible()
    await expect(formOf(page).name).toHaveValue('newcomer')
    await rig.bench.call(setPower, { action: 'on' })
    const { viewer, digusers } = await rig.root.call(getUsers, {})
    expect(viewer.includes('newcomer')).toBe(digusers.includes('newcomer'))
    await skipWait(page, 5_000)
    await expect(page.getByText('What you see is as of')).toBeHidden()
    await clearFaults(rig)
    await formOf(page).save.click()
    await expect(rowOf(page, 'newcomer')).toBeVisible()
  })

  test('unplugging the cable is reported once, input stays, and is saved in the end (EXPECT-17)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/failed|WebSocket/i)
    await rig.bench.call(setWorld, { cable: false })
    await formOf(page).save.click()
    const banner = page.getByText('What you see is as of')
    await expect(banner).toBeVisible({ timeout: 10_000 })
    await expect(banner).toHaveCount(1)
    await expect(banner).toContainText('Your changes may not have been saved', { timeout: 25_000 })
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(formOf(page).name).toHaveValue('newcomer')
    await rig.bench.call(setWorld, { cable: true })
    await expect(banner).toBeHidden({ timeout: 15_000 })
    await formOf(page).save.click()
    await expect(rowOf(page, 'newcomer')).toBeVisible()
  })

  test('a name that another administrator takes meanwhile is reported at the field (USERS-26)', async ({
    page,
    rig,
  }) => {
    await rig.root.call(addUser, { user: 'newcomer', pwd: 'Theirs2468!', sgrp: 'viewer' })
    await formOf(page).save.click()
    await expect(page.getByText('There is already a user with this name.')).toBeVisible()
    await expect(page).toHaveURL(/#\/users\/add$/)
  })

  test('a response that arrives after leaving the page does not navigate (EXPECT-14)', async ({
    page,
    rig,
  }) => {
    await holdCalls(rig, 'pwdgrp.add')
    let added = Infinity
    // The event of the new account triggers a read too, but the save waits 500 ms for its own. By the
    // browser's clock, as this process may learn of both at once.
    const readBack = page.waitForResponse((one) => {
      const request = one.request()
      if (!one.url().includes('pwdgrp.cgi')) return false
      const { startTime, responseStart } = request.timing()
      if (request.method() === 'POST') added = startTime + responseStart
      return request.method() === 'GET' && startTime > added + 400
    })
    await formOf(page).save.click()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/#\/$/)
    await clearFaults(rig)
    await readBack
    // By the time another page is open, the save has run to its end.
    await page.getByRole('link', { name: 'Maintenance' }).click()
    await expect(page.getByRole('button', { name: 'Restart' })).toBeVisible()
    expect(await page.getByText('newcomer can now sign in.').count()).toBe(0)
    await expect(page).toHaveURL(/#\/maintenance$/)
  })
})

test('a list that fails shows why and can be retried (EXPECT-11)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await applyFaults(rig, { call: 'pwdgrp.get', fault: 'status', value: 500, times: 1 })
  await open('/users')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, 'lobby')).toBeVisible()
})

test('a slow list shows a loading state and no form (EXPECT-09)', async ({ page, open, rig }) => {
  await holdCalls(rig, 'pwdgrp.get')
  await open('/users/edit/guard1')
  await expect(page.getByText('Loading')).toBeVisible()
  await expect(formOf(page).name).toHaveCount(0)
  await clearFaults(rig)
  await expect(formOf(page).role).toHaveValue('operator')
})

test('a failed deletion opens the list, which still has the account (OPEN-27, USERS-45)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  const { user } = ACCOUNTS.viewer
  await open(`/users/edit/${user}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await applyFaults(rig, { call: 'pwdgrp.remove', fault: 'status', value: 500 })
  await page.getByRole('button', { name: 'Delete user' }).click()
  await expect(page).toHaveURL(/#\/users$/)
  await expect(rowOf(page, user)).toBeVisible()
  expect(await exists(rig, user)).toBe(true)
})

test('a failed change keeps the form open (USERS-44)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await open('/users/edit/guard1')
  await fill(page, { role: 'Viewer' })
  await applyFaults(rig, { call: 'pwdgrp.update', fault: 'status', value: 500 })
  await formOf(page).save.click()
  await expect(page.getByRole('alert')).toContainText('The user could not be saved. Try again.')
  await expect(formOf(page).role).toHaveValue('viewer')
  expect((await rig.root.call(getUsers, {})).operator).toContain('guard1')
})
