/** How far a restart or an upgrade is, and where a tab is afterwards. */
import { setPower } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { installClock } from '../rig/page-clock.ts'
import {
  expectOverlay,
  expectRestarted,
  flagIn,
  leaveFlag,
  needsBootId,
  overlayOf,
  restartButton,
  startOf,
} from './overlay.ts'

const overlay = (page: Page) => overlayOf(page).dialog
const bar = (page: Page) => overlay(page).getByRole('progressbar', { name: 'Progress' })
const steps = (page: Page) =>
  overlay(page).getByRole('list', { name: 'Steps' }).getByRole('listitem')
const current = (page: Page) => overlay(page).locator('[aria-current="step"]')

/** The bar's value, in percent. */
const percent = async (page: Page) => Number(await bar(page).getAttribute('aria-valuenow'))

test.beforeEach(async ({ page, expectFailures }) => {
  // The device goes down while the page polls it.
  expectFailures(/failed|WebSocket|ERR_|systemready/i)
  await installClock(page)
})

test('a restart shows its phases as the device goes through them, and the bar never goes back', async ({
  page,
  open,
  rig,
}) => {
  needsBootId()
  await open('/maintenance')
  await restartButton(page).click()
  await expectOverlay(page)
  await expect(steps(page)).toHaveText([/^Shutting down/, 'Starting up', 'Opening this page'])
  // The device closes its connections: nothing has been asked.
  await expect(current(page)).toHaveText('Starting up')
  await expect(bar(page)).toHaveAttribute('aria-valuetext', 'Step 2 of 3: Starting up')
  await rig.bench.call(setPower, { action: 'off' })
  const values = [await percent(page)]
  expect(values[0]).toBeGreaterThanOrEqual(25)
  for (let seconds = 0; seconds < 25; seconds += 5) {
    await page.clock.runFor(5_000)
    values.push(await percent(page))
  }
  expect(values).toEqual(values.toSorted((a, b) => a - b))
  expect(values.at(-1)).toBeGreaterThan(values[0] ?? 0)
  await expect(overlayOf(page).elapsed).toHaveText(/^0 min 2\d s$/)
  await expectAccessible(page)
  await page.clock.fastForward(120_000)
  await expect(overlay(page)).toContainText('This takes longer than usual.')
  expect(await percent(page)).toBeLessThan(75)
  await rig.bench.call(setPower, { action: 'on' })
  await expect(async () => {
    await page.clock.fastForward(5_000)
    // It stays for 5 s only.
    await expect(page.getByText('The device has restarted.')).toBeVisible({ timeout: 4_000 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('button', { name: 'Maintenance' }).click()
  await expect(restartButton(page)).toBeVisible()
})

test('a device that answers while it starts is shown as starting, and further', async ({
  page,
}) => {
  await page.route('**/systemready.cgi', (route) =>
    route.fulfill({ json: { apiVersion: '1.2', data: { systemready: 'no', bootid: 'new' } } }),
  )
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/blank')
  await leaveFlag(page, { type: 'restart', bootId: 'old' }, 31_000)
  await page.goto(at('/users'))
  await expect(current(page)).toHaveText('Starting up')
  await expect.poll(() => percent(page)).toBeGreaterThanOrEqual(75)
  expect(await percent(page)).toBeLessThan(95)
})

test('another tab returns to its page once the device is back', async ({
  page,
  open,
  context,
  rig,
}) => {
  const before = await startOf(rig)
  const second = await context.newPage()
  await second.goto(at('/users'))
  await expect(second.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await open('/maintenance')
  await restartButton(page).click()
  await expectOverlay(second)
  await expectRestarted(rig, before)
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(second.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(second).toHaveURL(/#\/users$/)
  await expect(overlayOf(second).dialog).toHaveCount(0)
})

test('a tab reloaded under the overlay still opens the root page, although another one was faster (SHELL-107, SHELL-115)', async ({
  page,
  open,
  context,
  rig,
}) => {
  const before = await startOf(rig)
  await open('/maintenance')
  await restartButton(page).click()
  await expectOverlay(page)
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
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page).toHaveURL(/#\/$/)
  expect(await flagIn(page)).toBeNull()
})

test('a reload under the overlay keeps the phase and the bar (SHELL-107)', async ({
  page,
  open,
  rig,
}) => {
  const before = await startOf(rig)
  await open('/maintenance')
  await restartButton(page).click()
  await expect(current(page)).toHaveText('Starting up')
  await page.clock.runFor(10_000)
  const was = await percent(page)
  await expectRestarted(rig, before)
  await page.reload()
  await expect(current(page)).toHaveText('Starting up')
  expect(await percent(page)).toBeGreaterThanOrEqual(was)
})

test('nothing moves for people who want no motion', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open('/maintenance')
  await restartButton(page).click()
  await expect(bar(page)).toBeVisible()
  const moving = await overlay(page).evaluate(
    (dialog) =>
      dialog.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running')
        .length,
  )
  expect(moving).toBe(0)
})
