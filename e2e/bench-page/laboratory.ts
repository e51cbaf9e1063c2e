import type { Page } from '@playwright/test'

/** Opens the part of the bench's page that only tests need, which is closed at first. */
export const openLaboratory = (page: Page) => page.getByText('Laboratory', { exact: true }).click()
