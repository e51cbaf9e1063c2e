/** Power cuts under open pages: one banner, no input lost, and the device's values afterwards. */
import { setPower } from '@lintel/contract/bench'
import { expect, test } from '../fixture.ts'
import type { PageDescriptor, Restart } from '../pages/descriptor.ts'
import { addressOf, pagesTestedOn } from '../pages/pages.ts'
import { needs } from '../rig/firmware.ts'
import { FAULT_ERRORS } from './faults.ts'

/** Declares a restart test for every page of a product. */
export function testRestarting(number: string): void {
  for (const page of pagesTestedOn(number)) if (page.restart) testRestart(page, page.restart)
}

function testRestart(descriptor: PageDescriptor, { before, change, after }: Restart): void {
  const title = descriptor.route ?? descriptor.path

  test(`${title} survives a power cut, with one banner, and shows the device's values afterwards (EXPECT-17, EXPECT-18)`, async ({
    page,
    rig,
    expectFailures,
  }) => {
    test.slow()
    if (descriptor.about) needs(descriptor.about)
    expectFailures(...FAULT_ERRORS)
    await page.clock.install()
    await page.goto(addressOf(descriptor))
    await descriptor.ready(page)
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
