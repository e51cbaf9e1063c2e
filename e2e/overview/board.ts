import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** A tile of the overview, by its title. */
export const tileOf = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true })

/** The titles of the tiles, in order. */
export const titlesOf = (page: Page) =>
  page.locator('main section h2').evaluateAll((all) => all.map((title) => title.textContent))

/** The controls for arranging the tiles. */
export const arrangingOf = (page: Page) => ({
  arrange: page.getByRole('button', { name: 'Arrange', exact: true }),
  done: page.getByRole('button', { name: 'Done', exact: true }),
  reset: page.getByRole('button', { name: 'Reset order' }),
  earlier: (title: string) => page.getByRole('button', { name: `Move ${title} earlier` }),
  later: (title: string) => page.getByRole('button', { name: `Move ${title} later` }),
  hide: (title: string) => page.getByRole('button', { name: `Hide ${title}` }),
  show: (title: string) => page.getByRole('button', { name: `Show ${title}` }),
})

/** Waits until every tile shows its content. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(tileOf(page, 'Latest events')).toBeVisible()
  await expect(page.locator('main [data-shape]')).toHaveCount(0)
}
