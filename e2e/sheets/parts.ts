import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { PageDescriptor, Picture } from '../pages/descriptor.ts'
import { PARTS_PAGE } from '../rig/parts-page.ts'

const scrolledTo = (name: string, selector: string): Picture => ({
  name,
  act: (page: Page) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.scrollIntoView()),
})

/** The page of parts, which is not in the product, for contact sheets. */
export const parts: readonly PageDescriptor[] = [
  {
    path: PARTS_PAGE,
    person: 'nobody',
    ready: (page) => expect(page.getByRole('grid')).toBeVisible(),
    pictures: [
      { name: 'table' },
      {
        name: 'selected and sorted',
        async act(page) {
          await page.locator('tbody input').nth(1).check()
          await page.locator('thead button').first().click()
        },
      },
      scrolledTo('reorder', 'ol'),
      {
        name: 'combobox',
        async act(page) {
          await page.locator('input[name="person"]').scrollIntoViewIfNeeded()
          await page.locator('input[name="person"]').fill('a')
        },
      },
      scrolledTo('slider', 'section:has(input[type="range"])'),
      scrolledTo('states', 'section:has(table:not([role])):not(:has([role]))'),
      scrolledTo('charts', 'section:has(figure)'),
      scrolledTo('rest', 'main > section:last-of-type'),
    ],
  },
]
