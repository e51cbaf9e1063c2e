/** Forms whose save fails: the page reports what happened and keeps what was typed. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import type { Fault, Form, PageDescriptor } from '../pages/descriptor.ts'
import { addressOf, pagesTestedOn } from '../pages/pages.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import type { CallFault } from './faults.ts'
import { applyFault, clearFaults, FAULT_ERRORS } from './faults.ts'

const FAULTS: Record<Fault, CallFault> = {
  slow: { fault: 'slow', value: 600_000 },
  drop: { fault: 'drop' },
  status: { fault: 'status', value: 500 },
  diskFull: { fault: 'diskFull' },
  cut: { fault: 'cut' },
}
const ALL = Object.keys(FAULTS) as Fault[]

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

  /** Opens the page and fills in the form, with the call failing from then on. */
  async function fillAndFail(page: Page, rig: Rig, fault: Fault): Promise<void> {
    if (descriptor.about) needs(descriptor.about)
    await form.before?.(rig)
    await page.goto(addressOf(descriptor))
    await descriptor.ready(page)
    await form.fill(page)
    await applyFault(rig, [call], FAULTS[fault])
    await save(page).click()
  }

  if (faults.includes('slow')) {
    test(`${what} is not reported as saved before a slow call ends (EXPECT-13)`, async ({
      page,
      rig,
    }) => {
      await fillAndFail(page, rig, 'slow')
      await expect(save(page)).toHaveAttribute('aria-busy', 'true')
      await unchanged(page)
      expect(await stored(rig)).toBe(false)
      await clearFaults(rig)
      await saved(page)
      await expect(failed(page)).toHaveCount(0)
      expect(await stored(rig)).toBe(true)
    })
  }

  for (const fault of faults.filter((one) => one !== 'slow' && one !== 'cut')) {
    test(`${what} that can't be saved (${fault}) is reported, stays typed, and is saved when retried (EXPECT-12)`, async ({
      page,
      rig,
      expectFailures,
    }) => {
      expectFailures(...FAULT_ERRORS)
      await fillAndFail(page, rig, fault)
      await expect(failed(page)).toBeVisible()
      await unchanged(page)
      await clearFaults(rig)
      expect(await stored(rig)).toBe(false)
      await save(page).click()
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
      await fillAndFail(page, rig, 'cut')
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
