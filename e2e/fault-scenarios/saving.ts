/** Forms whose save fails: the page reports what happened and keeps what was typed. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import type { Fault, Form, PageDescriptor } from '../pages/descriptor.ts'
import { addressOf, pagesTestedOn } from '../pages/pages.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import type { CallFault } from './faults.ts'
import { applyFault, awaitFault, clearFaults, FAULT_ERRORS, holdCalls } from './faults.ts'

const FAULTS: Record<Exclude<Fault, 'slow'>, CallFault> = {
  drop: { fault: 'drop' },
  status: { fault: 'status', value: 500 },
  diskFull: { fault: 'diskFull' },
  cut: { fault: 'cut' },
}
const ALL: readonly Fault[] = ['slow', 'drop', 'status', 'diskFull', 'cut']

/** Declares tests for every form of a product's pages. */
export function testSaving(number: string): void {
  for (const descriptor of pagesTestedOn(number)) {
    const { forms = [], state = 'ready', person = 'admin' } = descriptor
    if (forms.length === 0) continue
    test.describe(descriptor.route ?? descriptor.path, () => {
      test.use({ state, person })
      for (const form of forms) testForm(descriptor, form)
    })
  }
}

function testForm(descriptor: PageDescriptor, form: Form): void {
  const { what, call, save, failed, unchanged, saved, stored, faults = ALL } = form
  const failing = faults.filter((fault) => fault !== 'slow' && fault !== 'cut')
  const ids = `EXPECT-12${faults.includes('slow') ? ', EXPECT-13' : ''}`

  /** Opens the page and fills in the form. */
  async function openAndFill(page: Page, rig: Rig): Promise<void> {
    if (descriptor.about) needs(descriptor.about)
    await form.before?.(rig)
    await page.goto(addressOf(descriptor))
    await descriptor.ready(page)
    await form.fill(page)
  }

  if (failing.length > 0) {
    test(`${what} that can't be saved (${failing.join(', ')}) is reported, stays typed, and is saved when retried (${ids})`, async ({
      page,
      rig,
      expectFailures,
    }) => {
      expectFailures(...FAULT_ERRORS)
      await openAndFill(page, rig)
      for (const fault of failing) {
        await test.step(fault, async () => {
          const applied = await awaitFault(rig, [call], FAULTS[fault])
          await save(page).click()
          await applied()
          // From here on, the message is that of this fault, not of the one before.
          await expect(save(page)).not.toHaveAttribute('aria-busy', 'true')
          await expect(failed(page)).toBeVisible()
          await unchanged(page)
          expect(await stored(rig)).toBe(false)
        })
      }
      await clearFaults(rig)
      if (faults.includes('slow')) {
        const arrived = await holdCalls(rig, call)
        await save(page).click()
        await arrived()
        await expect(save(page)).toHaveAttribute('aria-busy', 'true')
        await expect(failed(page)).toHaveCount(0)
        await unchanged(page)
        expect(await stored(rig)).toBe(false)
        await clearFaults(rig)
      } else {
        await save(page).click()
      }
      await saved(page)
      await expect(failed(page)).toHaveCount(0)
      expect(await stored(rig)).toBe(true)
    })
  }

  if (faults.includes('cut')) {
    test(`${what} whose response is cut off is reported or found saved, and is saved in the end (EXPECT-12)`, async ({
      page,
      rig,
      expectFailures,
    }) => {
      expectFailures(...FAULT_ERRORS)
      await openAndFill(page, rig)
      await applyFault(rig, [call], FAULTS.cut)
      await save(page).click()
      await expect.poll(() => stored(rig)).toBe(true)
      await clearFaults(rig)
      // A page that reads back the result has nothing left to save; the others need one more press.
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
