/**
 * Pages that open while their calls fail: none stays blank, and each reports what failed and
 * recovers when retried.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import type { Opening, PageDescriptor } from '../pages/descriptor.ts'
import { addressOf, pagesTestedOn } from '../pages/pages.ts'
import { needs, PERSONA } from '../rig/firmware.ts'
import type { CallFault } from './faults.ts'
import {
  applyFault,
  clearFaults,
  expectNeverBlank,
  holdCalls,
  FAULT_ERRORS,
  watchForBlanks,
} from './faults.ts'

const SLOW: CallFault = { fault: 'slow', value: 300 }
const FAILURES: readonly CallFault[] = [
  { fault: 'drop' },
  { fault: 'status', value: 503 },
  { fault: 'cut' },
]
/** Each opening meets one failure by day, in rotation, and all of them at night. */
const failuresOf = (turn: number) =>
  process.env['LINTEL_THOROUGH'] === undefined
    ? FAILURES.filter((_, index) => index === turn % FAILURES.length)
    : FAILURES

/** Presses every "Try again", in frames too, until none is left. */
async function tryAgain(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const buttons = frame.getByRole('button', { name: 'Try again' })
    await expect(async () => {
      for (const button of await buttons.all()) await button.click({ timeout: 500 })
      await expect(buttons).toHaveCount(0, { timeout: 500 })
    }).toPass()
  }
}

/** Declares a test for every opening of a product's pages. */
export function testLoading(number: string): void {
  const openings = pagesTestedOn(number).flatMap((page) =>
    (page.openings ?? []).map((opening) => ({ descriptor: page, opening })),
  )
  for (const [turn, { descriptor, opening }] of openings.entries()) {
    testOpening(descriptor, opening, failuresOf(turn))
  }
}

function testOpening(
  descriptor: PageDescriptor,
  opening: Opening,
  failures: readonly CallFault[],
): void {
  const { calls, ready = descriptor.ready, failed, retriesByItself } = opening
  const title = opening.what ?? descriptor.route ?? descriptor.path

  test(`${title} opens while ${calls.join(', ')} fail or are slow (EXPECT-09, EXPECT-11, EXPECT-12)`, async ({
    page,
    rig,
    expectFailures,
  }) => {
    test.setTimeout(90_000)
    if (descriptor.about) needs(descriptor.about)
    if (opening.about) needs(opening.about)
    expectFailures(...FAULT_ERRORS)
    // Without the firmware version the console filters service accounts by their older names.
    if (PERSONA === '12.11') expectFailures(/vapix/)
    await watchForBlanks(page)

    await test.step('slow', async () => {
      const arrived = await holdCalls(rig, ...calls)
      await page.goto(addressOf(descriptor))
      await arrived()
      await expect(page.locator('body')).toHaveText(/\S/)
      if (failed) await expect(failed(page)).toHaveCount(0)
      // The held calls continue; the calls that follow are slow too.
      await applyFault(rig, calls, SLOW)
      await ready(page)
      if (failed) await expect(failed(page)).toHaveCount(0)
      await expectNeverBlank(page)
    })

    for (const failure of failures) {
      await test.step(`${failure.fault} ${failure.value ?? ''}`, async () => {
        await applyFault(rig, calls, failure)
        await page.goto('about:blank')
        await page.goto(addressOf(descriptor))
        if (failed) {
          await expect(failed(page).first()).toBeVisible({ timeout: 10_000 })
          await expectNeverBlank(page)
          await clearFaults(rig)
          if (!retriesByItself) await tryAgain(page)
        }
        await ready(page)
        if (failed) await expect(failed(page)).toHaveCount(0, { timeout: 15_000 })
        await expectNeverBlank(page)
      })
    }
  })
}
