import { expect, test } from 'vitest'
import { arrangementIn, DEFAULT, inOrder, moved, withHidden } from './arrangement.ts'

const IDS = ['device', 'doors', 'calls', 'time']

test('without an arrangement the tiles are in their default order', () => {
  expect(inOrder(IDS, DEFAULT)).toEqual(IDS)
})

test('tiles of a later version come last, and those of an earlier one are forgotten', () => {
  const order = ['calls', 'gone', 'device', 'calls']
  expect(inOrder(IDS, { order })).toEqual(['calls', 'device', 'doors', 'time'])
})

test.each([
  ['time', 0, ['time', 'device', 'doors', 'calls']],
  ['device', 1, ['doors', 'device', 'calls', 'time']],
  ['device', 3, ['doors', 'calls', 'time', 'device']],
])('%s moves to place %i', (id, to, order) => {
  expect(moved(DEFAULT, IDS, { shown: IDS, id, to }).order).toEqual(order)
})

test('a tile that is not shown keeps its place', () => {
  const shown = ['device', 'calls', 'time']
  const there = moved(DEFAULT, IDS, { shown, id: 'time', to: 1 })
  expect(there.order).toEqual(['device', 'doors', 'time', 'calls'])
  const last = moved(DEFAULT, IDS, { shown: ['device', 'doors'], id: 'device', to: 1 })
  expect(last.order).toEqual(['doors', 'device', 'calls', 'time'])
})

test('a hidden tile is shown again where it was', () => {
  const arranged = { order: ['calls', 'device', 'doors', 'time'], hidden: [] }
  const hidden = withHidden(arranged, IDS, 'device', true)
  expect(hidden).toEqual({ ...arranged, hidden: ['device'] })
  expect(withHidden(hidden, IDS, 'device', true).hidden).toEqual(['device'])
  expect(withHidden(hidden, IDS, 'device', false)).toEqual(arranged)
})

test.each([null, '', '{', 'null', '[]', '"x"', '{"order":1,"hidden":{}}'])(
  'a stored %j is ignored',
  (stored) => {
    expect(arrangementIn(stored)).toEqual(DEFAULT)
  },
)

test('only strings are read from what was stored', () => {
  const stored = JSON.stringify({ order: ['time', 3], hidden: [null, 'doors'] })
  expect(arrangementIn(stored)).toEqual({ order: ['time'], hidden: ['doors'] })
})
