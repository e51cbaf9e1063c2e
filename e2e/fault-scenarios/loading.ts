/**
 * Pages that open while their calls fail: none stays blank, and each reports what failed and
 * recovers when retried.
 */
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import type { Opening, PageDescriptor } from '../pages/descriptor.ts'
import { addressOf, openPage, pagesTestedOn } from '../pages/pages.ts'
import { needs, PERSONA } from '../rig/firmware.ts'
import { notThroughGateway } from '../rig/gateway.ts'
import { ELSEWHERE, load, startElsewhere } from '../rig/shared-page.ts'
import type { CallFault } from './faults.ts'
import {
  applyFault,
  awaitFault,
  expectNeverBlank,
  FAULT_ERRORS,
  HELD,
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
  const { calls, ready = descriptor.ready, failed, inside, retriesByItself } = opening
  const title = opening.what ?? descriptor.route ?? descriptor.path

  test(`${title} opens while ${calls.join(', ')} fail or are slow (EXPECT-09, EXPECT-11, EXPECT-12)`, async ({
    page,
    rig,
    expectFailures,
  }) => {
    test.setTimeout(90_000)
    if (calls.includes('systemready'))
      notThroughGateway('the gateway asks the same, and says itself that the device is gone')
    if (descriptor.about) needs(descriptor.about)
    if (opening.about) needs(opening.about)
    expectFailures(...FAULT_ERRORS)
    // Without the firmware version the console filters service accounts by their older names.
    if (PERSONA === '12.11') expectFailures(/vapix/)
    if (inside && page.url() === 'about:blank') await openPage(page, ELSEWHERE)
    const stopWatching = await watchForBlanks(page)

    /**
     * Opens the page with its calls held up, which then fail or, without a failure, go on.
     */
    async function openWhileHeld(failure?: CallFault): Promise<void> {
      if (inside && !page.url().endsWith(at(ELSEWHERE))) {
        await startElsewhere(page, () => rig.put('ready', true))
      }
      const arrived = await awaitFault(rig, calls, HELD, ...(failure ? [failure] : []))
      if (inside) await page.goto(addressOf(descriptor))
      else await load(page, addressOf(descriptor))
      await arrived()
      await expect(page.locator('body')).toHaveText(/\S/)
      if (failed) await expect(failed(page)).toHaveCount(0)
      // The calls that follow are slow or fail too.
      await applyFault(rig, calls, failure ?? SLOW)
    }

    /** Expects the page in order, without a message. */
    async function expectOpened(): Promise<void> {
      await ready(page)
      if (failed) await expect(failed(page)).toHaveCount(0, { timeout: 15_000 })
      await expectNeverBlank(page)
    }

    for (const failure of failures) {
      await test.step(`${failure.fault} ${failure.value ?? ''}`, async () => {
        await openWhileHeld(failure)
        if (failed) {
          await expect(failed(page).first()).toBeVisible({ timeout: 10_000 })
          await expectNeverBlank(page)
          await applyFault(rig, calls, SLOW)
          if (!retriesByItself) await tryAgain(page)
        }
        await expectOpened()
      })
    }
    // A page that works without these calls does not repeat them, so it is opened again.
    if (!failed) {
      await openWhileHeld()
      await expectOpened()
    }
    await stopWatching()
  })
}
