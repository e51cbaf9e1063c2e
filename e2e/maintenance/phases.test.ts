/** How far a restart or an upgrade is, and where a tab is afterwards. */
import { setPower } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import {
  expectDowntime,
  expectOverlay,
  expectPage,
  expectRestarted,
  flagIn,
  leaveFlag,
  needsBootId,
  openBlank,
  openSecondTab,
  overlayOf,
  percentIn,
  restartButton,
  restartFrom,
} from './overlay.ts'

const overlay = (page: Page) => overlayOf(page).dialog
const bar = (page: Page) => overlayOf(page).bar
const current = (page: Page) => overlayOf(page).current

test.beforeEach(async ({ page, expectFailures }) => {
  await expectDowntime(page, expectFailures)
})

test('a restart shows its phases as the device goes through them, and the bar never goes back', async ({
  page,
  open,
  rig,
}) => {
  needsBootId()
  await restartFrom(page, open, rig)
  await expect(overlayOf(page).steps).toHaveText([
    /^Shutting down/,
    'Starting up',
    'Opening this page',
  ])
  // The device closes its connections: nothing has been asked.
  await expect(current(page)).toHaveText('Starting up')
  await expect(bar(page)).toHaveAttribute('aria-valuetext', 'Step 2 of 3: Starting up')
  await rig.bench.call(setPower, { action: 'off' })
  const values = [await percentIn(page)]
  expect(values[0]).toBeGreaterThanOrEqual(25)
  for (let seconds = 0; seconds < 25; seconds += 5) {
    await page.clock.runFor(5_000)
    values.push(await percentIn(page))
  }
  expect(values).toEqual(values.toSorted((a, b) => a - b))
  expect(values.at(-1)).toBeGreaterThan(values[0] ?? 0)
  await expect(overlayOf(page).elapsed).toHaveText(/^2\d\ss$/)
  await expectAccessible(page)
  await page.clock.fastForward(120_000)
  await expect(overlay(page)).toContainText('This is taking longer than usual.')
  expect(await percentIn(page)).toBeLessThan(75)
  await rig.bench.call(setPower, { action: 'on' })
  await expect(async () => {
    await page.clock.fastForward(5_000)
    // It stays for 5 s only.
    await expect(page.getByText('The device has restarted.')).toBeVisible({ timeout: 4_000 })
  }).toPass()
  await expectPage(page, 'Overview')
  await page.getByRole('button', { name: 'Maintenance' }).click()
  await expect(restartButton(page)).toBeVisible()
})

test('a device that answers while it starts is shown as starting, and further', async ({
  page,
}) => {
  await page.route('**/systemready.cgi', (route) =>
    route.fulfill({ json: { apiVersion: '1.2', data: { systemready: 'no', bootid: 'new' } } }),
  )
  await openBlank(page)
  await leaveFlag(page, { type: 'restart', bootId: 'old' }, 31_000)
  await page.goto(at('/users'))
  await expect(current(page)).toHaveText('Starting up')
  await expect.poll(() => percentIn(page)).toBeGreaterThanOrEqual(75)
  expect(await percentIn(page)).toBeLessThan(95)
})

test('another tab returns to its page once the device is back', async ({
  page,
  open,
  context,
  rig,
}) => {
  const second = await openSecondTab(context)
  const before = await restartFrom(page, open, rig)
  await expectOverlay(second)
  await expectRestarted(rig, before)
  await page.clock.fastForward(30_000)
  await expectPage(page, 'Overview')
  await expectPage(second, 'Users')
  await expect(second).toHaveURL(/#\/users$/)
  await expect(overlayOf(second).dialog).toHaveCount(0)
})

test('a tab reloaded under the overlay still opens the root page, although another one was faster (SHELL-107, SHELL-115)', async ({
  page,
  open,
  context,
  rig,
}) => {
  const before = await restartFrom(page, open, rig)
  await expectRestarted(rig, before)
  // While this one reloads, the other sees the device come back and clears the flag.
  const second = await context.newPage()
  await second.route('**/webapp/hw/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  )
  await second.goto(at('/users'))
  await page.goto('about:blank')
  await second.evaluate(() => localStorage.clear())
  await page.goBack()
  await expectPage(page, 'Overview')
  await expect(page).toHaveURL(/#\/$/)
  expect(await flagIn(page)).toBeNull()
})

test('nothing moves for people who want no motion', async ({ page, open, rig }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await restartFrom(page, open, rig)
  await expect(bar(page)).toBeVisible()
  const moving = await overlay(page).evaluate(
    (dialog) =>
      dialog.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running')
        .length,
  )
  expect(moving).toBe(0)
})
