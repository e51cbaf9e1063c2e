import type { LanguageCode } from '@lintel/contract/languages'
import { LANGUAGES } from '@lintel/contract/languages'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { faultsInWindows } from '../rig/layout.ts'
import { HOME } from './form.ts'

test.use({ state: 'new', person: 'nobody' })

/** Goes to the next page, in any language. */
async function turn(page: Page) {
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.textContent()
  await page.locator('button[type="submit"]').click()
  await expect(title).not.toHaveText(before ?? '')
}

const LOCALES: Partial<Record<LanguageCode, string>> = { en: 'en-GB', de: 'de-AT' }

for (const { code, name } of LANGUAGES) {
  test.describe(`in a browser in ${name}`, () => {
    test.use({ locale: LOCALES[code] ?? code })

    test(`every page is in ${name} and fits into every window (EXPECT-33)`, async ({ page }) => {
      const faults: string[] = []
      const expectFit = async (at: string) => {
        for (const fault of await faultsInWindows(page)) faults.push(`${at} at ${fault}`)
      }
      await page.goto(HOME)
      await expect(page.locator('html')).toHaveAttribute('lang', code)
      await expectFit('password')
      if (code === 'de') await expectGerman(page)
      await page.locator('input[name="password"]').fill(PASSWORD)
      await page.locator('input[name="repeat"]').fill(PASSWORD)
      for (const at of ['frequency', 'network', 'time']) {
        await turn(page)
        await expectFit(at)
      }
      expect(faults).toEqual([])
    })
  })
}

/** A sample of the texts, and that the page is accessible with them, in the smallest window too. */
async function expectGerman(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('heading', { name: 'root-Passwort festlegen' })).toBeVisible()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectAccessible(page)
}
