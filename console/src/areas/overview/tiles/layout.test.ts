import { expect, test } from 'vitest'
import type { Viewpoint } from '../../../app/conditions.ts'
import { columnsThatFill, emptyCells, pictureIn } from './layout.ts'
import type { Elastic } from './layout.ts'
import { stepsLeft } from '../next-steps/steps-left.ts'
import { blockOf, defaultOrder, isThere, sizeOf, tiles } from './tiles.ts'

const block = (columns: number, rows: number) => ({ columns, rows })

test('blocks are placed in the first gap that they fit in', () => {
  expect(emptyCells(2, [])).toBe(0)
  expect(emptyCells(2, [block(1, 2), block(1, 1)])).toBe(1)
  expect(emptyCells(2, [block(1, 2), block(1, 1), block(1, 1)])).toBe(0)
  expect(emptyCells(3, [block(1, 1), block(3, 1), block(2, 1)])).toBe(0)
  // Wider than the grid.
  expect(emptyCells(1, [block(2, 2)])).toBe(0)
})

const elastic = (most: number, rows = 1, columns = 1): Elastic => ({ columns, rows, most })

test('blocks take the fewest columns that leave the fewest cells empty', () => {
  expect(columnsThatFill(2, [elastic(2, 1, 2), elastic(3)])).toEqual([2, 2])
  expect(columnsThatFill(2, [elastic(1), elastic(3)])).toEqual([1, 1])
  expect(columnsThatFill(3, [elastic(1), elastic(3)])).toEqual([1, 2])
  expect(columnsThatFill(4, [elastic(1), elastic(3)])).toEqual([1, 3])
  expect(columnsThatFill(5, [elastic(1), elastic(3)])).toEqual([1, 3])
  expect(columnsThatFill(3, [elastic(1), elastic(3), elastic(1)])).toEqual([1, 1, 1])
  // One column, and nothing to place.
  expect(columnsThatFill(1, [elastic(2, 4, 2), elastic(3)])).toEqual([2, 1])
  expect(columnsThatFill(3, [])).toEqual([])
})

test('the widest block grows before others, and as few of these as possible', () => {
  expect(columnsThatFill(4, [elastic(2), elastic(3), elastic(1)])).toEqual([1, 2, 1])
  expect(columnsThatFill(5, [elastic(2), elastic(3), elastic(2)])).toEqual([1, 3, 1])
  expect(columnsThatFill(3, [elastic(1, 2), elastic(1, 2), elastic(2), elastic(2)])).toEqual([
    1, 1, 1, 1,
  ])
})

const STATION = 'Network Video Door Station'
const CONTROLLER = 'Network Door Controller'
const SPEAKER = 'Network Speaker'
const INPUT = ['root.IOPort.I0.Direction', 'input'] as const
const DOOR = [
  ['root.IOPort.I1.Configurable', 'no'],
  ['root.IOPort.I1.Direction', 'output'],
] as const
const CARD = ['root.Properties.LocalStorage.LocalStorage', 'yes'] as const

const onProduct = (
  type: string,
  values: readonly (readonly [string, string])[],
  capabilities?: Viewpoint['capabilities'],
): Viewpoint => ({
  groups: ['admin', 'operator', 'viewer'],
  parameters: new Map([['root.Brand.ProdType', type], ...values]),
  capabilities,
})

const PRODUCTS: readonly [string, Viewpoint][] = [
  [
    'a door station with a display',
    onProduct(STATION, [INPUT, ...DOOR, CARD], { reader: true, display: true }),
  ],
  ['a door station with a reader', onProduct(STATION, [INPUT, ...DOOR, CARD], { reader: true })],
  ['a door station with a button', onProduct(STATION, [INPUT, ...DOOR], {})],
  ['a door controller', onProduct(CONTROLLER, [INPUT, ...DOOR], { reader: true })],
  ['a speaker with ports', onProduct(SPEAKER, [INPUT])],
  ['a speaker without ports', onProduct(SPEAKER, [['root.Audio.MaxListeners', '20']])],
]

const PEOPLE: readonly (readonly [string, Viewpoint['groups']])[] = [
  ['an administrator', ['admin', 'operator', 'viewer']],
  ['an operator', ['operator', 'viewer']],
  ['a viewer', ['viewer']],
]

test.each(
  PRODUCTS.flatMap(([name, seen]) =>
    PEOPLE.flatMap(([person, groups]) =>
      [2, 3, 4, 5].flatMap((columns) =>
        [true, false].flatMap((left) =>
          [[], ['calls'], ['sipAccounts'], ['calls', 'sipAccounts']].map(
            (filled) => [name, person, columns, left, filled, { ...seen, groups }] as const,
          ),
        ),
      ),
    ),
  ),
)(
  'the default tiles of %s fill the columns of %s without a gap (%i, steps left: %s, filled: %j)',
  (_, _person, columns, left, filled, viewpoint) => {
    stepsLeft.set(left)
    const shown = defaultOrder(viewpoint, false)
      .flatMap((id) => tiles.find((tile) => tile.id === id) ?? [])
      .filter((tile) => isThere(tile, viewpoint))
    const first = viewpoint.parameters.get('root.Brand.ProdType') === STATION
    const blocks = [
      ...(first ? [pictureIn(columns)] : []),
      ...shown.map((tile) =>
        blockOf(tile, sizeOf(tile, viewpoint, Object.fromEntries(filled.map((id) => [id, true])))),
      ),
    ]
    const widths = columnsThatFill(columns, blocks)
    const placed = blocks.map(({ rows }, at) => block(widths[at] ?? 1, rows))
    expect(emptyCells(columns, placed)).toBe(0)
  },
)
