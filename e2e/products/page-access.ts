/**
 * The console's pages on one product and for each role: existing pages can be reached, others are
 * refused.
 */
import { categoryOf } from '@lintel/contract/capabilities'
import { productCalled } from '@lintel/contract/products/products'
import { isThere, mayOpen, NOT_EVERYWHERE } from '@lintel/contract/testing/console-routes'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'

/** Types an address over that of the open page. */
export const type = (page: Page, route: string) =>
  page.evaluate((hash) => {
    location.hash = hash
  }, route)

/** Expects the overview with a message that says why. */
export async function expectRefused(page: Page, route: string, because: string) {
  await type(page, '/language')
  await expect(page.locator('main button[lang]').first()).toBeVisible()
  await type(page, route)
  await expect(page, route).toHaveURL(/\/webapp\/hw\/#\/$/)
  await expect(page.getByRole('alert').filter({ hasText: because }), route).toBeVisible()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').click()
  await expect(page.getByRole('alert').filter({ hasText: because })).toBeHidden()
}

export const NO_ACCESS = 'You do not have access to this page.'
export const NOT_FOUND = 'Page not found.'

export function testPages(number: string): void {
  const audio = categoryOf(productCalled(number).brand.type) === 'audio'

  // Without an audio site, requesting it fails with 404.
  test.beforeEach(({ expectFailures }) => {
    if (audio) expectFailures(/audioSite/)
  })

  test(`the ${number} leads its administrator to every page that it has, and to no other (FIX-10, SHELL-66)`, async ({
    page,
    open,
  }) => {
    test.slow()
    await open('/')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect(menu.getByRole('listitem').first()).toBeVisible()
    const entries = menu.getByRole('listitem').getByRole('link')
    for (const entry of await entries.all()) {
      const title = (await entry.textContent()) ?? ''
      await entry.click()
      const back = page.getByRole('link', { name: 'Back to overview' })
      const heading = page.getByRole('heading', { level: 1, name: title, exact: true })
      await expect(heading.or(back).first(), title).toBeVisible()
      if (await back.isVisible()) await back.click()
    }
    for (const route of NOT_EVERYWHERE.filter((one) => !isThere(one, number))) {
      await expect(menu.locator(`a[href="#${route}"]`)).toHaveCount(0)
      await expectRefused(page, route, NOT_FOUND)
    }
  })

  for (const person of ['operator', 'viewer'] as const) {
    test.describe(person, () => {
      test.use({ person })

      if (audio) {
        test(`the ${number} sends the ${person} to the local player from every address (SHELL-18, OPEN-115)`, async ({
          page,
          open,
        }) => {
          for (const route of ['/', '/language', '/nonsense']) {
            await open(route)
            await expect(page).toHaveURL(/\/local-player\/$/)
          }
        })
      } else {
        test(`the ${number} refuses the ${person} the administrators’ pages (FIX-08, FIX-09)`, async ({
          page,
          open,
        }) => {
          test.slow()
          await open('/language')
          for (const route of [...NOT_EVERYWHERE, '/users', '/maintenance', '/events']) {
            if (!mayOpen(person, route)) await expectRefused(page, route, NO_ACCESS)
            else if (!isThere(route, number)) await expectRefused(page, route, NOT_FOUND)
          }
        })
      }
    })
  }
}
