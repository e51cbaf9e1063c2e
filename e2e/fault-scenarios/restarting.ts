/** Pages over which the device loses its power: one banner, nothing lost, and true values afterwards. */
import { setPower } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import { openPage } from '../shell/pages.ts'
import { TRACES } from './faults.ts'

export interface Restarting {
  route: string
  /** What a person has done on the page before. */
  before?: (page: Page) => Promise<void>
  /** What becomes different on the device while the page can't know. */
  change?: (rig: Rig) => Promise<unknown>
  /** The page shows what the device has now, and still what was typed. */
  after: (page: Page) => Promise<void>
}

export function testRestarting(cases: readonly Restarting[]): void {
  for (const { route, before, change, after } of cases) {
    test(`${route} stays through a power cut, with one banner, and is true afterwards (EXPECT-17, EXPECT-18)`, async ({
      page,
      rig,
      expectFailures,
    }) => {
      test.slow()
      expectFailures(...TRACES)
      await page.clock.install()
      await openPage(page, route)
      await before?.(page)
      const banner = page.getByText("The device doesn't answer.", { exact: true })
      let loads = 0
      page.on('load', () => (loads += 1))
      await rig.bench.call(setPower, { action: 'off' })
      await expect(banner).toBeVisible()
      await page.clock.fastForward(30_000)
      await expect(banner).toHaveCount(1)
      await rig.bench.call(setPower, { action: 'on' })
      await change?.(rig)
      await expect(async () => {
        await page.clock.fastForward(15_000)
        await expect(banner).toBeHidden({ timeout: 500 })
        await expect(page.getByText('Not up to date')).toBeHidden({ timeout: 500 })
      }).toPass()
      await after(page)
      expect(loads).toBe(0)
    })
  }
}
