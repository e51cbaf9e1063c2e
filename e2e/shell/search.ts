/** The search: its controls, and helpers that use it. */
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import { expectReady } from '../pages/pages.ts'

/** In the top bar, in a narrow window at its bottom. */
export const opener = (page: Page) => page.getByRole('button', { name: /^Search/ })
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
export const box = (page: Page) => page.getByRole('searchbox', { name: 'Search settings' })
export const results = (page: Page) => page.getByRole('search').getByRole('link')
/** How many there are; the pages opened last have a heading without a number. */
export const count = (page: Page) => page.getByRole('search').getByRole('heading', { name: /^\d/ })

/** Shows a page anew, with its content. */
export async function show(open: (route: string) => Promise<void>, page: Page, route: string) {
  await open(route)
  await expectReady(page, route)
}

export async function search(page: Page, query: string) {
  await opener(page).click()
  await box(page).fill(query)
  await expect(count(page)).toBeVisible()
}
