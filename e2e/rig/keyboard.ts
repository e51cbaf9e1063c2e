import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** More stops than any page of ours has before its content ends. */
const STOPS = 80

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement)

/**
 * Walks to a control by the Tab key alone.
 * @throws when Tab never gets there.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${target.toString()}.`)
}

/** Walks to a control and types into it. */
export async function typeInto(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await page.keyboard.type(text)
}
