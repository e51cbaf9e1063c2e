/** Helpers for the clock of a page, for tests in which time has to pass. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The longest pause before the console connects again (`SOCKET_RETRY_LONGEST`), in milliseconds. */
export const LONGEST_PAUSE = 30_000

/**
 * Installs Playwright's clock in a page; it keeps running by itself. From then on `pendingTimers`
 * and `skipWait` know the page's timers.
 */
export async function installClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(watchTimers)
  await page.evaluate(watchTimers)
}

/** The same for every page that a context opens from then on. */
export async function installClockIn(context: BrowserContext): Promise<void> {
  await context.clock.install()
  await context.addInitScript(watchTimers)
}

/**
 * Makes the clock of a page that a test has used run again, and forgets what the test left pending.
 * The time stays advanced: data that was read would otherwise be from the future.
 */
export async function resumeClock(page: Page): Promise<void> {
  await page.clock.resume()
  await page.evaluate(() => {
    const { pendingTimers: pending } = window as unknown as { pendingTimers: Map<number, number> }
    pending.clear()
  })
}

/** Runs in the page. */
function watchTimers(): void {
  const pending = new Map<number, number>()
  const [start, stop] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
  Object.assign(window, {
    pendingTimers: pending,
    setTimeout: (handler: (...rest: unknown[]) => void, after = 0, ...rest: unknown[]) => {
      const id = start(() => {
        pending.delete(id)
        handler(...rest)
      }, after)
      pending.set(id, after)
      return id
    },
    clearTimeout: (id: number) => {
      pending.delete(id)
      stop(id)
    },
  })
}

/**
 * How many timers of exactly this delay in milliseconds the page has pending. A started timer shows
 * that the response before it has been handled.
 */
export const pendingTimers = (page: Page, milliseconds: number): Promise<number> =>
  page
    .evaluate((delay) => {
      const { pendingTimers: pending } = window as unknown as { pendingTimers: Map<number, number> }
      return [...pending.values()].filter((after) => after === delay).length
    }, milliseconds)
    // A page that is navigating away has none.
    .catch(() => 0)

/** Skips a wait of the page as soon as it has begun. */
export async function skipWait(page: Page, milliseconds: number): Promise<void> {
  await expect.poll(() => pendingTimers(page, milliseconds)).toBeGreaterThan(0)
  await page.clock.fastForward(milliseconds)
}

/**
 * Repeats a check that a page passes once it has retried: moves the clock of a page or a context past
 * the longest pause before each attempt. An attempt has to wait a second or two, because the move
 * also ends requests that are under way.
 */
export const afterRetries = (
  { clock }: Pick<Page, 'clock'>,
  attempt: () => Promise<void>,
): Promise<void> =>
  expect(async () => {
    await clock.fastForward(LONGEST_PAUSE)
    await attempt()
  }).toPass()
