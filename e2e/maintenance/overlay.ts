import { getBench } from '@lintel/contract/bench'
import { systemReady } from '@lintel/contract/calls/system'
import type { BrowserContext, Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { PERSONA } from '../rig/firmware.ts'
import { installClock } from '../rig/page-clock.ts'
import type { Rig } from '../rig/rig.ts'

/** The storage key that marks a pending restart. */
const KEY = 'lintel.restart'

export const overlayOf = (page: Page) => {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    title: dialog.getByRole('heading', { level: 1 }),
    elapsed: dialog.getByRole('timer'),
    close: dialog.getByRole('button', { name: 'Close' }),
    bar: dialog.getByRole('progressbar', { name: 'Progress' }),
    steps: dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem'),
    current: dialog.locator('[aria-current="step"]'),
  }
}

/** The bar's value, in percent. */
export const percentIn = async (page: Page) =>
  Number(await overlayOf(page).bar.getAttribute('aria-valuenow'))

export const restartButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Restart' })

/** The button that confirms a restart. */
export const restartNow = (page: Page) =>
  page
    .getByRole('alertdialog', { name: 'Restart the device?' })
    .getByRole('button', { name: 'Restart' })

/** Restarts the device on its page. */
export async function pressRestart(page: Page): Promise<void> {
  await restartButton(page).click()
  await restartNow(page).click()
}

const RESTARTING = 'The device is restarting'

/**
 * Prepares a page for a device that goes down while it is polled: expects the failed requests, and
 * installs a clock to skip the waits.
 */
export async function expectDowntime(
  page: Page,
  expectFailures: (...patterns: RegExp[]) => void,
): Promise<void> {
  expectFailures(/failed|WebSocket|ERR_|systemready/i)
  await installClock(page)
}

/**
 * Restarts the device from its page, until the overlay shows.
 * @returns when it had booted before, for `expectRestarted`
 */
export async function restartFrom(
  page: Page,
  open: (route: string) => Promise<void>,
  rig: Rig,
): Promise<number> {
  const before = await startOf(rig)
  await open('/maintenance')
  await pressRestart(page)
  await expectOverlay(page)
  return before
}

/** A second tab, on the page of users. */
export async function openSecondTab(context: BrowserContext): Promise<Page> {
  const second = await context.newPage()
  await second.goto(at('/users'))
  await expectPage(second, 'Users')
  return second
}

export const expectPage = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Opens a page of the device outside the console, to store a flag from. */
export async function openBlank(page: Page): Promise<void> {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/blank')
}

/** The stored flag, or null. */
export async function flagIn(page: Page): Promise<{ type: string; at: number } | null> {
  const text = await page.evaluate((key) => localStorage.getItem(key), KEY)
  return text === null ? null : (JSON.parse(text) as { type: string; at: number })
}

/** Stores a flag before the page opens, as set `age` ms ago. */
export async function leaveFlag(page: Page, flag: { type?: string; bootId?: string }, age: number) {
  await page.evaluate(
    ([key, left, ms]) => {
      localStorage.setItem(key, JSON.stringify({ ...left, at: Date.now() - ms }))
    },
    [KEY, flag, age] as const,
  )
}

/** The boot id that the device reports; older firmware doesn't. */
export const bootOf = async (rig: Rig) =>
  (await rig.anonymous.call(systemReady, { timeout: 0 })).bootid

/** Skips a test that needs the device to report its boot id. */
export const needsBootId = () => {
  test.skip(PERSONA === '9.80', 'firmware 9.80 does not tell its boot')
}

/** When the device last booted, according to the board. */
export async function startOf(rig: Rig): Promise<number> {
  const { happened } = await rig.bench.call(getBench, {})
  return happened.findLast(({ id }) => id === 'running')?.at ?? 0
}

/** Waits until the device has booted again since that boot. */
export const expectRestarted = (rig: Rig, before: number) =>
  expect
    .poll(
      // A kept-alive connection to the bench may close just as it is used again.
      () => startOf(rig).catch(() => before),
      { timeout: 40_000 },
    )
    .not.toBe(before)

/** How many restarts the board has seen in this test. */
export async function restartsOn(rig: Rig): Promise<number> {
  const { happened } = await rig.bench.call(getBench, {})
  const put = happened.findLastIndex(({ id }) => id === 'snapshotRestored')
  return happened.slice(put + 1).filter(({ id }) => id === 'restart').length
}

/** Records the readiness requests that have their own timeout. */
export function recordReadyRequests(page: Page) {
  const requests: number[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/systemready.cgi')) return
    const { params } = request.postDataJSON() as { params: { timeout: number } }
    if (params.timeout > 0) requests.push(params.timeout)
  })
  return requests
}

export async function expectOverlay(page: Page, title = RESTARTING) {
  await expect(overlayOf(page).title).toHaveText(title)
}
