/** What stands on the pages of a door station. */
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import { PAGES } from '../shell/pages.ts'

/** What stands on a page of the console. */
export const standing = (route: string) => async (page: Page) => PAGES[route]?.(page)

/** The picture moves. */
export const live = (page: Page) =>
  expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 15_000 })
/** The page in the frame. */
export const inFrame = (page: Page) => page.frameLocator('main iframe')
