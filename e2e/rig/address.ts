import type { Page } from '@playwright/test'

/** Types an address over that of the open console. */
export const typeAddress = (page: Page, route: string) =>
  page.evaluate((hash) => {
    location.hash = hash
  }, route)
