import type { Page } from '@playwright/test'

/** Opens the part of the bench's page that only tests need, which is closed at first. */
export const openLaboratory = (page: Page) => page.getByText('Laboratory', { exact: true }).click()

/** Opens a card of the bench's page, if it is closed. */
export async function openCard(page: Page, name: string): Promise<void> {
  const fold = page.getByRole('region', { name }).getByRole('button', { name, exact: true })
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
}
