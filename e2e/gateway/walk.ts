import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { typeAddress } from '../rig/address.ts'

/** Pages that add, edit or delete one thing are as good as the lists that lead to them. */
const IS_OF_ONE = /\/(?:add|edit|install|license|avhs)(?:\/|$)/

/**
 * Opens every page to which the menu and the tabs lead, and waits until it has loaded.
 * @param onPage called with the route and the text of each
 */
export async function walk(
  page: Page,
  onPage: (route: string, text: string) => Promise<void> | void = () => {},
): Promise<string[]> {
  const main = page.getByRole('main')
  const waiting = new Set(['/'])
  const seen: string[] = []
  for (const route of waiting) {
    await typeAddress(page, route)
    await expect(main.getByRole('heading', { level: 1 }).first(), route).toBeVisible()
    await expect(main.locator('[data-loading]'), route).toHaveCount(0)
    seen.push(route)
    await onPage(route, await main.innerText())
    const links = await page.locator('a[href^="#/"]').all()
    for (const link of links) {
      const next = ((await link.getAttribute('href')) ?? '').slice(1).replace(/\?.*/, '')
      if (!IS_OF_ONE.test(next)) waiting.add(next)
    }
  }
  return seen
}
