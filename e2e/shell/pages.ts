import type { Page } from '@playwright/test'
import { at, expect } from '../fixture.ts'

/** Every page of the console by its route, and what stands on it once it is there. */
export const PAGES: Record<string, (page: Page) => Promise<void>> = {
  '/': (page) => expect(page.locator('main dl').first()).toBeVisible(),
  '/search': (page) => expect(page.getByRole('search').getByRole('searchbox')).toBeVisible(),
  '/language': (page) => expect(page.locator('main button[lang="it"]')).toBeVisible(),
  '/camera': (page) =>
    expect(page.frameLocator('main iframe').getByRole('img')).toBeVisible({ timeout: 8_000 }),
  '/users': (page) => expect(page.getByRole('table')).toBeVisible(),
  '/users/add': (page) => expect(page.locator('main select')).toBeVisible(),
  '/users/edit/guard1': (page) => expect(page.locator('main select')).toHaveValue('operator'),
  '/datetime': (page) => expect(page.getByRole('switch')).toBeVisible(),
  '/datetime/zone': (page) => expect(page.getByRole('searchbox')).toBeVisible(),
  '/maintenance': (page) => expect(page.locator('main').getByRole('button')).toBeVisible(),
}

/** Opens a page and waits until its content stands. */
export async function openPage(page: Page, route: string): Promise<void> {
  await page.goto(at(route))
  await PAGES[route]?.(page)
}
