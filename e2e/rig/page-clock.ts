/** The clock of a page, for tests in which time has to pass. Each needs `page.clock.install()` first. */
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/**
 * Moves the page's clock on, a second at a time, until what is expected has come: for waits that
 * begin once a device has answered, which a single jump may come too early for.
 * @param seen an assertion that fails within a short time
 */
export async function passTime(page: Page, seen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000)
    await seen()
  }).toPass({ intervals: [0], timeout: 30_000 })
}

/**
 * Counts the timers that a page starts. Called before the page opens.
 * @returns how many have been started with exactly these milliseconds. One that has been started
 *   shows that the answer before it has been dealt with.
 */
export async function countTimers(page: Page): Promise<(milliseconds: number) => Promise<number>> {
  await page.addInitScript(() => {
    const started: (number | undefined)[] = []
    const start = window.setTimeout.bind(window)
    Object.assign(window, {
      startedTimers: started,
      setTimeout: (handler: () => void, after?: number, ...rest: unknown[]) => {
        started.push(after)
        return start(handler, after, ...rest)
      },
    })
  })
  return (milliseconds) =>
    page.evaluate(
      (wanted) =>
        (window as unknown as { startedTimers: number[] }).startedTimers.filter(
          (after) => after === wanted,
        ).length,
      milliseconds,
    )
}
