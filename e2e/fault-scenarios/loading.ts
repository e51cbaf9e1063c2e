/** Pages that open while their calls suffer: none stays blank, each says what failed and comes at the next try. */
import type { Call } from '@lintel/contract/call'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { needs, PERSONA } from '../rig/firmware.ts'
import type { Suffering } from './faults.ts'
import { expectNeverBlank, recover, suffer, TRACES, watchForBlanks } from './faults.ts'

export interface Loading {
  /** Part of the title, where the address does not say it. */
  what?: string
  /** Path and fragment. */
  address: string
  /** The calls that suffer, by id or family: those that the page makes when it opens. */
  calls: readonly string[]
  /** What stands on the page once it is there. */
  there: (page: Page) => Promise<void>
  /** What it says when the calls fail; a page that can do without them stands as ever. */
  failed?: (page: Page) => Locator
  /** The call of our own that it is about. */
  about?: Pick<Call, 'id' | 'own'>
  /** Whether it asks again by itself; else it has a button for that. */
  byItself?: boolean
}

const SLOW: Suffering = { fault: 'slow', value: 1_500 }
const FAILURES: readonly Suffering[] = [
  { fault: 'drop' },
  { fault: 'status', value: 503 },
  { fault: 'cut' },
]
/** In the night every page suffers all of them, by day one each, in turn. */
const failuresOf = (turn: number) =>
  process.env['LINTEL_THOROUGH'] === undefined
    ? FAILURES.filter((_, index) => index === turn % FAILURES.length)
    : FAILURES

/** The words of every part that could not be loaded, with its button. */
export const couldNotLoad = (page: Page) => page.getByText('This could not be loaded.')

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

export function testLoading(cases: readonly Loading[]): void {
  for (const [turn, one] of cases.entries()) {
    const { what, address, calls, there, failed, about, byItself } = one
    const title = what ?? address.replace('/webapp/hw/#', '')

    test(`${title} is opened while ${calls.join(', ')} suffer (EXPECT-09, EXPECT-11, EXPECT-12)`, async ({
      page,
      rig,
      expectFailures,
    }) => {
      test.setTimeout(90_000)
      if (about) needs(about)
      expectFailures(...TRACES)
      // Not told which firmware this is, the console knows its services by their older names.
      if (PERSONA === '12.11') expectFailures(/vapix/)
      await watchForBlanks(page)

      await test.step('slow', async () => {
        await suffer(rig, calls, SLOW)
        await page.goto(address)
        await expect(page.locator('body')).toHaveText(/\S/)
        // The start-up alone asks twice, one after the other.
        await expect(() => there(page)).toPass({ timeout: 25_000 })
        if (failed) await expect(failed(page)).toHaveCount(0)
        await expectNeverBlank(page)
      })

      for (const suffering of failuresOf(turn)) {
        await test.step(`${suffering.fault} ${suffering.value ?? ''}`, async () => {
          await suffer(rig, calls, suffering)
          await page.goto('about:blank')
          await page.goto(address)
          if (failed) {
            await expect(failed(page).first()).toBeVisible({ timeout: 10_000 })
            await expectNeverBlank(page)
            await recover(rig)
            if (!byItself) await tryAgain(page)
          }
          await there(page)
          if (failed) await expect(failed(page)).toHaveCount(0, { timeout: 15_000 })
          await expectNeverBlank(page)
        })
      }
    })
  }
}
