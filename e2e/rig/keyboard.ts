import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** More tab stops than any page has before the end of its content. */
const STOPS = 80

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement)

/**
 * Moves the focus to a control with the Tab key alone.
 * @throws when Tab never gets there
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${target.toString()}.`)
}

/** Moves the focus to a control and types into it. */
export async function typeInto(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await page.keyboard.type(text)
}
