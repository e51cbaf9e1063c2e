/** A page that uses the whole window has no sidebar. */
import { expect, test } from '../fixture.ts'
import { tabTo } from '../rig/keyboard.ts'
import { openPage } from '../pages/pages.ts'

for (const [person, width] of [
  ['viewer', 1280],
  ['admin', 390],
] as const) {
  test.describe(`for a ${person}, ${width} pixels wide`, () => {
    test.use({ person, viewport: { width, height: 720 } })

    test('the camera page has a link back to the overview instead of the sidebar (SHELL-80, CAMERA-01)', async ({
      page,
    }) => {
      await openPage(page, '/camera')
      const menu = page.locator('#menu')
      await expect(menu).toHaveCount(0)
      await expect(page.getByRole('contentinfo')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await tabTo(page, page.getByRole('link', { name: 'Back to overview' }))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/#\/$/)
      await expect(menu).toHaveCount(1)
      await page.goBack()
      await expect(menu).toHaveCount(0)
    })
  })
}
