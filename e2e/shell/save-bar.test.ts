import type { FrameLocator, Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { formOf } from '../io-ports/port-actions.ts'

const bar = (place: Page | FrameLocator) => place.getByRole('region', { name: 'Unsaved changes' })

/** How many pixels of the field with the focus are under the bar; the frame has both. */
const covered = (place: Page | FrameLocator) =>
  bar(place).evaluate((element) => {
    const field = element.ownerDocument.activeElement
    if (!field?.closest('form') || element.contains(field)) return -1
    return field.getBoundingClientRect().bottom - element.getBoundingClientRect().top
  })

/** The fields of an output's form, radio buttons of one name as one. */
const FIELDS = 8

const SIZES = [
  { width: 390, height: 700 },
  { width: 1360, height: 620 },
] as const

test.use({ reuse: 'device' })

for (const viewport of SIZES) {
  test(`the bar that saves never covers the field being edited, at ${viewport.width} px`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize(viewport)
    await open('/ioPorts/edit/I2')
    const form = formOf(page)
    await form.pulse.check()
    await expect(bar(page)).toBeVisible()
    await form.output.focus()
    for (let at = 0; at < FIELDS; at += 1) {
      await page.keyboard.press('Tab')
      await expect.poll(() => covered(page)).toBeLessThanOrEqual(0)
    }
    await page.getByRole('button', { name: 'Discard' }).click()

    // A field where the bar is about to appear.
    await form.delayTime.evaluate((element) => {
      element.focus({ preventScroll: true })
      const { bottom } = element.getBoundingClientRect()
      scrollBy(0, bottom - innerHeight + 70)
    })
    await page.keyboard.type('5')
    await expect(bar(page)).toBeVisible()
    await expect.poll(() => covered(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test(`at the end of a page, the bar leaves the last field free, at ${viewport.width} px`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize(viewport)
    await open('/ioPorts/edit/I2')
    await formOf(page).pulse.check()
    await expect(bar(page)).toBeVisible()
    await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight)
    })
    const last = page.locator('main [data-card]').last()
    const top = async () => (await bar(page).boundingBox())?.y ?? 0
    const end = async () => {
      const box = await last.boundingBox()
      return box ? box.y + box.height : 0
    }
    await expect.poll(async () => (await top()) - (await end())).toBeGreaterThanOrEqual(16)
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test(`nor in a framed page, at ${viewport.width} px`, async ({ page, open }) => {
    await page.setViewportSize(viewport)
    await open('/camera')
    const frame = page.frameLocator('main iframe')
    for (const name of ['Compression', 'Brightness', 'Contrast', 'Colour']) {
      await frame.getByRole('slider', { name }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(bar(frame)).toBeVisible()
      await expect.poll(() => covered(frame)).toBeLessThanOrEqual(0)
    }
    await frame.getByRole('radio', { name: '60 Hz' }).focus()
    await expect.poll(() => covered(frame)).toBeLessThanOrEqual(0)
    await frame.getByRole('button', { name: 'Discard' }).click()
  })

  test(`nor the error that Enter brings below the field, at ${viewport.width} px`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize(viewport)
    await open('/ioPorts/edit/I2')
    const { delayTime } = formOf(page)
    await delayTime.fill('')
    await expect(bar(page)).toBeVisible()
    // A field that ends right above the bar.
    const { y = 0 } = (await bar(page).boundingBox()) ?? {}
    await delayTime.evaluate(
      (element, edge) => scrollBy(0, element.getBoundingClientRect().bottom + 2 - edge),
      y,
    )
    await page.keyboard.press('Enter')
    const error = page.getByText('Fill this in.')
    await expect
      .poll(async () => {
        const box = await error.boundingBox()
        return box && box.y + box.height
      })
      .toBeLessThan(y)
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test(`a field with an error comes out from below the top bar, with its label, at ${viewport.width} px`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize(viewport)
    await open('/ioPorts/edit/I2')
    const { name } = formOf(page)
    await name.fill('')
    const { height } = (await page.getByRole('banner').boundingBox()) ?? { height: 0 }
    await name.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 8))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(name).toBeFocused()
    const label = page.locator('main label').filter({ hasText: /^Name$/ })
    await expect
      .poll(async () => ((await label.boundingBox())?.y ?? 0) - height)
      .toBeGreaterThanOrEqual(0)
    await page.getByRole('button', { name: 'Discard' }).click()
  })
}
