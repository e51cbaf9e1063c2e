import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { HOME, toFrequency, toNetwork, toPassword, toTime } from './walk.ts'

test.use({ state: 'new', person: 'nobody' })

const PAGES = { password: toPassword, frequency: toFrequency, network: toNetwork, time: toTime }

for (const [name, go] of Object.entries(PAGES)) {
  test(`the ${name} page fits into 320 pixels (EXPECT-33)`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await go(page)
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond).toBe(0)
  })
}

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' })

  test('it speaks German', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(HOME)
    await expect(page.getByRole('heading', { name: 'root-Passwort festlegen' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.getByRole('button', { name: 'Weiter' }).click()
    await expectAccessible(page)
  })
})

test.describe('in a browser of another language', () => {
  test.use({ locale: 'fr-FR' })

  test('it speaks English', async ({ page }) => {
    await toPassword(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})
