/** Forms that save while the call suffers: the page tells the truth, and what was typed is kept. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import type { Suffering } from './faults.ts'
import { recover, suffer, TRACES } from './faults.ts'

type Fault = Suffering['fault']

export interface Saving {
  what: string
  /** Opens the form and types what is to be saved. */
  fill: (page: Page) => Promise<void>
  /** The call that saves. */
  call: string
  /** The button that saves. */
  save: (page: Page) => Locator
  /** What the page says when it was not saved. */
  failed: (page: Page) => Locator
  /** What was typed still stands there. */
  kept: (page: Page) => Promise<void>
  /** The page shows that it was saved. */
  saved: (page: Page) => Promise<void>
  /** Whether the device has it, by the second channel. */
  stored: (rig: Rig) => Promise<boolean>
  /** The faults to try; without, all of them. The others have tests of their own in the page's folder. */
  faults?: readonly Fault[]
}

const SUFFERINGS: Record<Fault, Suffering> = {
  slow: { fault: 'slow', value: 1_500 },
  drop: { fault: 'drop' },
  status: { fault: 'status', value: 500 },
  diskFull: { fault: 'diskFull' },
  cut: { fault: 'cut' },
}
const FAULTS = Object.keys(SUFFERINGS) as Fault[]

export function testSaving(cases: readonly Saving[]): void {
  for (const { what, fill, call, save, failed, kept, saved, stored, faults = FAULTS } of cases) {
    const fails = faults.filter((fault) => fault !== 'slow' && fault !== 'cut')

    if (faults.includes('slow')) {
      test(`${what} is saved slowly, and not said to be saved before (EXPECT-13)`, async ({
        page,
        rig,
      }) => {
        await fill(page)
        await suffer(rig, [call], SUFFERINGS.slow)
        await save(page).click()
        await expect(save(page)).toHaveAttribute('aria-busy', 'true')
        await kept(page)
        expect(await stored(rig)).toBe(false)
        await saved(page)
        await expect(failed(page)).toHaveCount(0)
        expect(await stored(rig)).toBe(true)
      })
    }

    for (const fault of fails) {
      test(`${what} that can not be saved (${fault}) is told, kept, and saved at the next try (EXPECT-12)`, async ({
        page,
        rig,
        expectFailures,
      }) => {
        expectFailures(...TRACES)
        await fill(page)
        await suffer(rig, [call], SUFFERINGS[fault])
        await save(page).click()
        await expect(failed(page)).toBeVisible()
        await kept(page)
        await recover(rig)
        expect(await stored(rig)).toBe(false)
        await save(page).click()
        await saved(page)
        await expect(failed(page)).toHaveCount(0)
        expect(await stored(rig)).toBe(true)
      })
    }

    if (faults.includes('cut')) {
      test(`${what} whose answer is cut off is told or found to be saved, and saved in the end (EXPECT-12)`, async ({
        page,
        rig,
        expectFailures,
      }) => {
        expectFailures(...TRACES)
        await fill(page)
        await suffer(rig, [call], SUFFERINGS.cut)
        await save(page).click()
        await expect.poll(() => stored(rig)).toBe(true)
        await recover(rig)
        // A page that finds out by itself has nothing left to save; one more press is enough for the others.
        await expect(async () => {
          if (!(await failed(page).isVisible())) await saved(page)
        }).toPass()
        if (await failed(page).isVisible()) {
          await save(page)
            .click({ timeout: 1_000 })
            .catch(() => {})
        }
        await saved(page)
        await expect(failed(page)).toHaveCount(0)
        expect(await stored(rig)).toBe(true)
      })
    }
  }
}
