/** Whether a finger hits what a phone shows. WCAG 2.5.5. */
import { expect, test } from '../fixture.ts'

test.use({ viewport: { width: 390, height: 720 }, hasTouch: true, isMobile: true, reuse: 'device' })

const ROUTES = ['/users', '/users/add', '/phonebook', '/ioPorts', '/network', '/sip/accounts/add']

for (const route of ROUTES) {
  test(`controls of ${route} are at least 44 pixels high`, async ({ page, open }) => {
    await open(route)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[data-loading]')).toHaveCount(0)
    const small = await page.evaluate(() => {
      const controls = ':is(button, select, textarea, nav a, td a, input:not([role="switch"]))'
      return [...document.querySelectorAll<HTMLElement>(`:is(header, main, footer) ${controls}`)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !element.closest('dialog, [popover]'))
        .map((element) => {
          // A box is as large as its label.
          const box = element.matches('[type="checkbox"], [type="radio"]')
          const target = box ? (element.closest('label') ?? element) : element
          return {
            name: element.outerHTML.slice(0, 120),
            height: target.getBoundingClientRect().height,
          }
        })
        .filter(({ height }) => height > 0 && height < 44)
    })
    expect(small).toEqual([])
  })
}
