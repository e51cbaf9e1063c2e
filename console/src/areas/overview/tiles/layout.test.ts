import { expect, test } from 'vitest'
import type { Viewpoint } from '../../../app/conditions.ts'
import { columnsOfWide, emptyCells, ROWS } from './layout.ts'
import { isThere, tiles } from './tiles.ts'

const block = (columns: number, rows: number) => ({ columns, rows })

test('blocks are placed in the first gap that they fit in', () => {
  expect(emptyCells(2, [])).toBe(0)
  expect(emptyCells(2, [block(1, 2), block(1, 1)])).toBe(1)
  expect(emptyCells(2, [block(1, 2), block(1, 1), block(1, 1)])).toBe(0)
  expect(emptyCells(3, [block(1, 1), block(3, 1), block(2, 1)])).toBe(0)
  // Wider than the grid.
  expect(emptyCells(1, [block(2, 2)])).toBe(0)
})

test('a wide tile takes the fewest columns that leave the fewest cells empty', () => {
  expect(columnsOfWide(2, 1, { before: [block(2, 1)], after: [] })).toBe(2)
  expect(columnsOfWide(2, 1, { before: [block(1, 1)], after: [] })).toBe(1)
  expect(columnsOfWide(3, 1, { before: [block(1, 1)], after: [] })).toBe(2)
  expect(columnsOfWide(4, 1, { before: [block(1, 1)], after: [] })).toBe(3)
  expect(columnsOfWide(3, 1, { before: [block(1, 1)], after: [block(1, 1)] })).toBe(1)
  expect(columnsOfWide(1, 1, { before: [], after: [] })).toBe(1)
})

const STATION = new Map<string, string>([
  ['root.Brand.ProdType', 'Network Video Door Station'],
  ['root.Properties.LocalStorage.LocalStorage', 'yes'],
  ['root.IOPort.I0.Direction', 'input'],
  ['root.IOPort.I1.Configurable', 'no'],
  ['root.IOPort.I1.Direction', 'output'],
])

test.each([2, 3, 4, 5])(
  'the default tiles of a door station fill %i columns without a gap',
  (columns) => {
    const viewpoint: Viewpoint = {
      groups: ['admin', 'operator', 'viewer'],
      parameters: STATION,
      capabilities: { reader: true, display: true },
    }
    const shown = tiles.filter((tile) => isThere(tile, viewpoint))
    const blocks = shown.map(({ size }) =>
      block(1, ROWS[typeof size === 'function' ? 'normal' : size]),
    )
    const at = shown.findIndex(({ wide }) => wide)
    const before = [block(2, 4), ...blocks.slice(0, at)]
    const after = blocks.slice(at + 1)
    const wide = columnsOfWide(columns, 2, { before, after })
    expect(emptyCells(columns, [...before, block(wide, 2), ...after])).toBe(0)
  },
)
