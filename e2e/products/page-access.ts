/**
 * The console's pages on one product. Which pages each role may open on each product is decided by
 * the page table, which `tools/product-pages.test.ts` tests in full.
 */
import { categoryOf } from '@lintel/contract/capabilities'
import { productCalled } from '@lintel/contract/products/products'
import { isThere, NOT_EVERYWHERE } from '@lintel/contract/testing/console-routes'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { typeAddress } from '../rig/address.ts'

/** Expects the overview with a message that says why. */
export async function expectRefused(page: Page, route: string, because: string) {
  await typeAddress(page, route)
  await expect(page, route).toHaveURL(/\/webapp\/hw\/#\/$/)
  const message = page.getByRole('alert').filter({ hasText: because })
  await expect(message, route).toBeVisible()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').click()
  await expect(message).toBeHidden()
}

export const NO_ACCESS = 'You do not have access to this page.'
const MISSING = "This device doesn't have this page."

export function testPages(number: string): void {
  const { brand, audio } = productCalled(number)
  const category = categoryOf(brand.type)

  test(`the ${number} leads its administrator to every page that it has, and to no other; only door stations offer a report with a picture (FIX-10, SHELL-66, REPORTS-03)`, async ({
    page,
    open,
    expectFailures,
  }) => {
    test.slow()
    // Without an audio site, requesting it fails with 404.
    if (category === 'audio' && !audio?.siteLeader) expectFailures(/audioSite/)
    await open('/')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect(menu.getByRole('listitem').first()).toBeVisible()
    const entries = menu.getByRole('listitem').getByRole('link')
    const missing = NOT_EVERYWHERE.filter((route) => !isThere(route, number))
    for (const entry of await entries.all()) {
      const title = (await entry.textContent()) ?? ''
      expect(missing.map((route) => `#${route}`)).not.toContain(await entry.getAttribute('href'))
      await entry.click()
      const back = page.getByRole('link', { name: 'Back to overview' })
      const heading = page.getByRole('heading', { level: 1, name: title, exact: true })
      await expect(heading.or(back).first(), title).toBeVisible()
      if (await back.isVisible()) await back.click()
    }
    await expect(page.getByText(brand.shortName).first()).toBeVisible()
    await open('/reports/server')
    await expect(page.getByText(`Number: ${number}`)).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(category === 'doorstation' ? 1 : 0)
    for (const route of missing.slice(0, 1)) await expectRefused(page, route, MISSING)
  })
}
