/** A restart of the real device, from the press to the page that opens again. */
import { setFaults, setPower } from '@lintel/contract/bench'
import { systemReady } from '@lintel/contract/calls/system'
import { expect, test } from '../fixture.ts'
import {
  expectDowntime,
  expectOverlay,
  expectPage,
  expectRestarted,
  flagIn,
  openSecondTab,
  overlayOf,
  percentIn,
  recordReadyRequests,
  pressRestart,
  restartButton,
  restartNow,
  restartFrom,
  restartsOn,
  startOf,
} from './overlay.ts'

test.beforeEach(async ({ page, expectFailures }) => {
  await expectDowntime(page, expectFailures)
})

test('the device restarts, and the page opens again at its root (MAINT-02, SHELL-103, SHELL-115)', async ({
  page,
  open,
  rig,
}) => {
  const before = await restartFrom(page, open, rig)
  await expect(overlayOf(page).dialog).toContainText(
    'This page opens again automatically when the device is ready.',
  )
  await expectRestarted(rig, before)
  expect(await restartsOn(rig)).toBe(1)
  await expectOverlay(page)
  await page.clock.fastForward(30_000)
  await expectPage(page, 'Overview')
  await expect(page).toHaveURL(/\/webapp\/hw\/#\/$/)
  await expect(overlayOf(page).dialog).toHaveCount(0)
  expect(await flagIn(page)).toBeNull()
})

test('a double press sends one call, and the flag stores what restarts and since when until the device is back (SHELL-106, SHELL-108, EXPECT-13)', async ({
  page,
  open,
  rig,
}) => {
  const before = await startOf(rig)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/restart.cgi')) calls.push(request.method())
  })
  await open('/maintenance')
  expect(await flagIn(page)).toBeNull()
  // The request before the call takes a moment, in which the button can be pressed again.
  await rig.bench.call(setFaults, {
    faults: [{ call: 'systemready', fault: 'slow', value: 500, times: 1 }],
  })
  const pressed = await page.evaluate(() => Date.now())
  await restartButton(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(restartNow(page)).toHaveCount(0)
  expect(calls).toEqual([])
  await restartButton(page).click()
  await restartNow(page).dblclick()
  await page.keyboard.press('Enter')
  await expectOverlay(page)
  const flag = await flagIn(page)
  expect(flag?.type).toBe('restart')
  expect(flag?.at).toBeGreaterThanOrEqual(pressed)
  expect((flag?.at ?? 0) - pressed).toBeLessThan(5_000)
  await expectRestarted(rig, before)
  expect(await restartsOn(rig)).toBe(1)
  expect(calls).toHaveLength(1)
  await page.clock.fastForward(30_000)
  await expectPage(page, 'Overview')
  expect(await flagIn(page)).toBeNull()
})

test('the overlay survives a reload, with its phase and its bar, and continues counting (SHELL-107, SHELL-109, OPEN-14)', async ({
  page,
  open,
  rig,
}) => {
  const before = await restartFrom(page, open, rig)
  const { current, elapsed } = overlayOf(page)
  await expect(current).toHaveText('Starting up')
  await page.clock.fastForward(12_000)
  await expect(elapsed).toHaveText(/^1[2-5]\ss$/)
  const was = await percentIn(page)
  await expectRestarted(rig, before)
  await page.reload()
  await expectOverlay(page)
  await expect(elapsed).toHaveText(/^(1[2-9]|2\d)\ss$/)
  await expect(current).toHaveText('Starting up')
  await expect.poll(() => percentIn(page)).toBeGreaterThanOrEqual(was)
})

test('a truncated response keeps the overlay, a second tab shows it too, and both open again (SHELL-107, MAINT-09)', async ({
  page,
  open,
  context,
  rig,
}) => {
  const second = await openSecondTab(context)
  const before = await startOf(rig)
  await open('/maintenance')
  await rig.bench.call(setFaults, { faults: [{ call: 'restart', fault: 'cut' }] })
  await pressRestart(page)
  await expectOverlay(page)
  await expectOverlay(second)
  await expectRestarted(rig, before)
  await expectOverlay(page)
  await page.clock.fastForward(30_000)
  for (const tab of [page, second]) {
    await expect(overlayOf(tab).dialog).toHaveCount(0)
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('reports a refused restart and an unreachable device; only a dropped connection keeps the overlay (MAINT-09)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await open('/maintenance')
  const before = await startOf(rig)
  await rig.bench.call(setFaults, { faults: [{ call: 'restart', fault: 'status', value: 500 }] })
  await pressRestart(page)
  await expect(page.getByRole('alert')).toContainText('The device was not restarted.')
  await expect(overlayOf(page).dialog).toHaveCount(0)
  expect(await flagIn(page)).toBeNull()
  await expect(restartButton(page)).toBeEnabled()
  await page.reload()
  await expect(restartButton(page)).toBeVisible()
  await expect(overlayOf(page).dialog).toHaveCount(0)
  expect(await startOf(rig)).toBe(before)

  await rig.bench.call(setFaults, { faults: [{ call: 'systemready', fault: 'drop' }] })
  await pressRestart(page)
  await expect(page.getByRole('alert').filter({ hasText: 'was not restarted' })).toBeVisible()
  expect(await flagIn(page)).toBeNull()
  expect(await restartsOn(rig)).toBe(0)

  // The device may restart all the same.
  await rig.bench.call(setFaults, { faults: [{ call: 'restart', fault: 'drop' }] })
  const dropped = page.waitForEvent('requestfailed')
  await pressRestart(page)
  await dropped
  await expectOverlay(page)
  expect(await flagIn(page)).toMatchObject({ type: 'restart' })
  expect(await restartsOn(rig)).toBe(0)
})

test('waits for a slow restart, even through a power cut (SHELL-113, SHELL-114)', async ({
  page,
  open,
  rig,
}) => {
  await restartFrom(page, open, rig)
  await rig.bench.call(setPower, { action: 'off' })
  const requests = recordReadyRequests(page)
  await page.clock.fastForward(30_000)
  await expect.poll(() => requests.length).toBe(1)
  await expectOverlay(page)
  await rig.bench.call(setPower, { action: 'on' })
  await page.clock.runFor(5_000)
  await expectPage(page, 'Overview')
  const { systemready } = await rig.anonymous.call(systemReady, { timeout: 0 })
  expect(systemready).toBe('yes')
})
