import { getSipConfiguration, setSipConfiguration } from '@lintel/contract/calls/sip'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { Rig } from '../rig/rig.ts'

/** A tile of the overview, by its title. */
export const tileOf = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true })

/** The titles of the tiles, in order. */
export const titlesOf = (page: Page) =>
  page.locator('main section h2').evaluateAll((all) => all.map((title) => title.textContent))

export async function enableSip({ root }: Pick<Rig, 'root'>): Promise<void> {
  const { SIPConfiguration } = await root.call(getSipConfiguration, {})
  await root.call(setSipConfiguration, {
    SIPConfiguration: { ...SIPConfiguration, SIPEnabled: true },
  })
}

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

/** Opens the overview at a width in CSS pixels and expects the grid of this tile to have no gaps. */
export async function expectFilledGrid(
  { page, open }: { page: Page; open: (route: string) => Promise<void> },
  { width, title }: { width: number; title: string },
): Promise<void> {
  await page.setViewportSize({ width, height: 1200 })
  await open('/')
  await expectLoaded(page)
  expect(await emptyShare(tileOf(page, title))).toBeLessThan(0.005)
}

/**
 * How much of the grid of a tile is empty, from 0 to 1.
 * @throws when the tile is in no grid
 */
async function emptyShare(tile: Locator): Promise<number> {
  const { empty, whole } = await tile.evaluate((one) => {
    const grid = one.parentElement
    if (!grid) throw new Error('The tile is not in a grid.')
    const gap = Number.parseFloat(getComputedStyle(grid).rowGap)
    const areaOf = (part: Element) => {
      const { width, height } = part.getBoundingClientRect()
      return (width + gap) * (height + gap)
    }
    const filled = Array.from(grid.children).filter(
      (part) => getComputedStyle(part).position !== 'absolute',
    )
    const all = areaOf(grid)
    return { whole: all, empty: all - filled.reduce((sum, part) => sum + areaOf(part), 0) }
  })
  return Math.abs(empty) / whole
}
