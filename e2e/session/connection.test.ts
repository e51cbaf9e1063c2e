/** A device that becomes unreachable and returns under an open page. */
import { setFaults, setPower, setWorld } from '@lintel/contract/bench'
import { addUser, getUsers } from '@lintel/contract/calls/users'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { installClock, pendingTimers } from '../rig/page-clock.ts'
import type { Rig } from '../rig/rig.ts'
import { fill, formOf, rowOf } from '../users/form.ts'

test.use({ reuse: 'nothing' })

const bannerOf = (page: Page) => page.getByText("The device doesn't answer.", { exact: true })
const staleOf = (page: Page) => page.getByText('Not up to date')
const noAnswerOf = (page: Page) => page.getByRole('banner').getByText('No answer')
const addElsewhere = (rig: Rig) =>
  rig.root.call(addUser, { user: 'newcomer', pwd: PASSWORD, sgrp: 'viewer' })

test.beforeEach(async ({ page, open, expectFailures }) => {
  expectFailures(/failed|WebSocket/i)
  await installClock(page)
  await open('/users')
  await expect(rowOf(page, 'lobby')).toBeVisible()
})

test('one banner reports a device without power and disappears, and the page is read again (EXPECT-17)', async ({
  page,
  rig,
}) => {
  await rig.bench.call(setPower, { action: 'off' })
  await expect(bannerOf(page)).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(bannerOf(page)).toHaveCount(1)
  await expect(noAnswerOf(page)).toBeVisible()
  await expect(staleOf(page)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0)
  await expect(rowOf(page, 'lobby')).toBeVisible()
  // The event socket's pauses have grown to the longest.
  await expect(async () => {
    await page.clock.fastForward(16_000)
    expect(await pendingTimers(page, 30_000)).toBeGreaterThan(0)
  }).toPass()
  await rig.bench.call(setPower, { action: 'on' })
  await addElsewhere(rig)
  await page.clock.fastForward(5_000)
  await expect(bannerOf(page)).toBeHidden()
  await expect(rowOf(page, 'newcomer')).toBeVisible()
  // Without the rest of that pause.
  await expect(staleOf(page)).toBeHidden()
})

test('a call that is answered ends the banner without another wait (EXPECT-17)', async ({
  page,
  open,
  rig,
}) => {
  await open('/users/add')
  await fill(page, { name: 'newcomer', password: PASSWORD })
  await rig.bench.call(setPower, { action: 'off' })
  await expect(bannerOf(page)).toBeVisible()
  await page.clock.pauseAt(Date.now() + 600_000)
  await expect(bannerOf(page)).toBeVisible()
  await rig.bench.call(setPower, { action: 'on' })
  await rig.root.call(getUsers, {})
  await expect(bannerOf(page)).toBeVisible()
  await formOf(page).save.click()
  await expect(bannerOf(page)).toBeHidden()
  expect((await rig.root.call(getUsers, {})).viewer).toContain('newcomer')
})

test('without the cable the page is marked as out of date until it is read again (EXPECT-17, EXPECT-19)', async ({
  page,
  rig,
}) => {
  await expect(noAnswerOf(page)).toBeHidden()
  await rig.bench.call(setWorld, { cable: false })
  await page.clock.fastForward(3_000)
  await expect(noAnswerOf(page)).toBeVisible()
  await rig.bench.call(setWorld, { cable: true })
  await expect(async () => {
    await page.clock.fastForward(30_000)
    await expect(staleOf(page)).toBeHidden({ timeout: 2_000 })
    await expect(noAnswerOf(page)).toBeHidden({ timeout: 2_000 })
    await expect(bannerOf(page)).toBeHidden({ timeout: 2_000 })
  }).toPass()
})

test('changes made while only events were missing appear once the socket is open again (EXPECT-18)', async ({
  page,
  rig,
}) => {
  await rig.bench.call(setFaults, { faults: [{ call: 'events', fault: 'drop' }] })
  // Cuts every connection; afterwards only the event socket can't be opened.
  await rig.bench.call(setWorld, { cable: false })
  await rig.bench.call(setWorld, { cable: true })
  await page.clock.fastForward(3_000)
  await expect(staleOf(page)).toBeVisible()
  await addElsewhere(rig)
  await expect(rowOf(page, 'newcomer')).toHaveCount(0)
  await rig.bench.call(setFaults, { faults: [] })
  await expect(async () => {
    await page.clock.fastForward(30_000)
    await expect(rowOf(page, 'newcomer')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(staleOf(page)).toBeHidden()
})

test('the event socket reconnects after 1, 2, 4 … 30 s (EXPECT-18)', async ({ page, rig }) => {
  await rig.bench.call(setFaults, { faults: [{ call: 'events', fault: 'drop' }] })
  let [opened, closed] = [0, 0]
  page.on('websocket', (socket) => {
    opened += 1
    socket.on('close', () => (closed += 1))
  })
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  await page.reload()
  let tries = 1
  for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    await expect.poll(() => opened === tries && closed === tries).toBe(true)
    await expect.poll(() => pendingTimers(page, pause)).toBeGreaterThan(0)
    await page.clock.runFor(pause - 100)
    expect(opened).toBe(tries)
    await page.clock.runFor(200)
    tries += 1
  }
  await expect.poll(() => opened).toBe(tries)
})
