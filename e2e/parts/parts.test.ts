/** The parts of the kit, on a page of their own (`ui/parts/`). */
import type { Page } from '@playwright/test'
import { expect, test as base } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { tabTo } from '../rig/keyboard.ts'
import { faultsInWindows } from '../rig/layout.ts'
import { PARTS_PAGE, servePartsPage } from '../rig/parts-page.ts'

const test = base.extend<{ parts: Page }>({
  parts: async ({ page }, provide) => {
    await servePartsPage(page.context())
    await page.goto(PARTS_PAGE)
    await expect(grid(page)).toBeVisible()
    await provide(page)
  },
})
test.use({ person: 'nobody' })

const grid = (page: Page) => page.getByRole('grid', { name: 'People' })
const rows = (page: Page) => grid(page).locator('tbody tr[aria-rowindex]')
const rowAt = (page: Page, place: number) => grid(page).locator(`tr[aria-rowindex="${place + 1}"]`)

/** More than fit into the table's frame, with those that are kept ready around them. */
const MOST_ROWS = 60

test('every part is accessible in the light and in the dark', async ({ parts }) => {
  await expect(rows(parts).first()).toBeVisible()
  await expectAccessible(parts)
  await parts.getByRole('combobox', { name: 'Deputy' }).click()
  await expect(parts.getByRole('listbox')).toBeVisible()
  await expectAccessible(parts)
})

test('every part fits into every window', async ({ parts }) => {
  await expect(rows(parts).first()).toBeVisible()
  expect(await faultsInWindows(parts)).toEqual([])
})

test('of 10,000 rows only those in view are on the page, wherever it is scrolled to', async ({
  parts,
}) => {
  await expect(grid(parts)).toHaveAttribute('aria-rowcount', '10001')
  await expect(rowAt(parts, 1)).toBeVisible()
  expect(await rows(parts).count()).toBeLessThan(MOST_ROWS)
  const frame = grid(parts).locator('..')
  await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2))
  await expect(rowAt(parts, 5_000)).toBeInViewport()
  await expect(async () => {
    // Rows that come into view are measured, and the end moves when they are higher than expected.
    await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(rowAt(parts, 10_000)).toBeInViewport({ timeout: 500 })
  }).toPass()
  expect(await rows(parts).count()).toBeLessThan(MOST_ROWS)
  // The heads stay in sight.
  await expect(parts.getByRole('columnheader', { name: 'Speed dial' }).first()).toBeInViewport()
})

test('the keyboard alone reaches the last row, selects and opens', async ({ parts }) => {
  await expect(rowAt(parts, 1)).toBeVisible()
  await tabTo(parts, rowAt(parts, 1))
  await parts.keyboard.press('PageDown')
  await expect(rowAt(parts, 1)).not.toBeFocused()
  await parts.keyboard.press('End')
  await expect(rowAt(parts, 10_000)).toBeFocused()
  await expect(rowAt(parts, 10_000)).toBeInViewport({ ratio: 1 })
  await parts.keyboard.press('Space')
  await expect(rowAt(parts, 10_000)).toHaveAttribute('aria-selected', 'true')
  await parts.keyboard.press('Shift+ArrowUp')
  await expect(rowAt(parts, 9_999)).toBeFocused()
  await expect(parts.getByText('2 selected')).toBeVisible()
  await parts.keyboard.press('Enter')
  await expect(parts.getByText('Opened: Barbara Bianchi 9998')).toBeVisible()
  // Through the row's box and link, and out of the table.
  for (let stop = 0; stop < 3; stop += 1) await parts.keyboard.press('Tab')
  await expect(grid(parts).locator(':focus')).toHaveCount(0)
  await parts.keyboard.press('Shift+Tab')
  await expect(rowAt(parts, 9_999)).toBeFocused()
  await parts.keyboard.press('Home')
  await expect(rowAt(parts, 1)).toBeFocused()
  await expect(rowAt(parts, 1)).toBeInViewport({ ratio: 1 })
})

test('10,000 rows are sorted and filtered, from the top again', async ({ parts }) => {
  await expect(rowAt(parts, 1)).toBeVisible()
  await tabTo(parts, rowAt(parts, 1))
  await parts.keyboard.press('End')
  await expect(rowAt(parts, 10_000)).toBeFocused()
  const head = grid(parts).getByRole('columnheader', { name: 'Speed dial' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(rowAt(parts, 1)).toContainText('Ada Lindqvist 0')
  await expect(rowAt(parts, 1)).toBeInViewport()
  const filter = parts.getByRole('searchbox', { name: 'Find a person' })
  await filter.fill('lukasz straßmann')
  await expect(rowAt(parts, 1)).toContainText('Łukasz Straßmann')
  await filter.fill('bianchi 9998')
  await expect(parts.getByText('1 entry')).toBeVisible()
  await expect(rows(parts)).toHaveCount(1)
  await filter.fill('nobody at all')
  await expect(parts.getByText('Nothing found.')).toBeVisible()
  await filter.fill('')
  await expect(grid(parts)).toHaveAttribute('aria-rowcount', '10001')
})

test('a row is dragged to its place, and goes there by its buttons too', async ({ parts }) => {
  const list = parts.getByRole('list', { name: 'Order of the calls' })
  const row = (text: string) => list.getByRole('listitem').filter({ hasText: text })
  const grip = (text: string) => row(text).locator('[data-ready]')
  await expect(grip('Ada')).toBeVisible()
  await list.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const target = await row('Åsa').boundingBox()
  if (!target) throw new Error('The row is not on the page.')
  await grip('Ada').hover()
  await parts.mouse.down()
  // Over the lower half of the row: it shows where the other one would go.
  await expect(async () => {
    // A real browser reports a pointer that rests as well; this one only what moves.
    await parts.mouse.move(target.x + 60, target.y + 10)
    await parts.mouse.move(target.x + 99, target.y + target.height - 8, { steps: 6 })
    await expect(row('Åsa')).toHaveAttribute('data-drop', 'bottom', { timeout: 100 })
  }).toPass()
  await parts.mouse.up()
  await expect(list.getByRole('listitem')).toContainText(['Łukasz', 'Åsa', 'Ada', 'Jürgen'])
  await expect(parts.getByText('Ada Lindqvist 0: now 3 of 5.')).toHaveCount(1)
  await parts.getByRole('button', { name: 'Move Ada Lindqvist 0 up' }).focus()
  await parts.keyboard.press('Enter')
  await parts.keyboard.press('Enter')
  await expect(list.getByRole('listitem')).toContainText(['Ada', 'Łukasz', 'Åsa', 'Jürgen'])
  await expect(parts.getByRole('button', { name: 'Move Ada Lindqvist 0 up' })).toBeFocused()
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a row that moves slides to its place, unless motion is unwanted: ${reducedMotion}`, async ({
    parts,
  }) => {
    await parts.emulateMedia({ reducedMotion })
    const list = parts.getByRole('list', { name: 'Order of the calls' })
    // Once the handles are there, so is what slides.
    await expect(list.locator('[data-ready]').first()).toBeVisible()
    const first = list.getByRole('listitem').first()
    const name = (await first.textContent()) ?? ''
    const lasting = await list.evaluate(async (element) => {
      element.querySelector<HTMLElement>('li:first-child button[aria-label*="down"]')?.click()
      // The new order is on the page by the next frame.
      await new Promise(requestAnimationFrame)
      const animations = element.getAnimations({ subtree: true })
      return animations.map(({ effect }) => Number(effect?.getComputedTiming().duration))
    })
    await expect(list.getByRole('listitem').nth(1)).toHaveText(name)
    expect(lasting).toEqual(reducedMotion === 'reduce' ? [] : [160, 160])
  })
}

test('a slider goes by the keyboard and says its value', async ({ parts }) => {
  const slider = parts.getByRole('slider', { name: 'Volume' })
  await slider.focus()
  await parts.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '45 %')
  await parts.keyboard.press('End')
  await expect(parts.getByText('100 %')).toBeVisible()
})
