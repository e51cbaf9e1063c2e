import type { Happening } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import { createHappeningLog } from './happened.ts'

const START = Date.UTC(2026, 10, 20)

/** A log with entries of these milliseconds and ids, in the order in which they arrive. */
function logOf(entries: readonly (readonly [number, string])[]) {
  const log = createHappeningLog()
  for (const [at, id] of entries) log.add({ at: START + at, id, values: {} } as Happening)
  return log.all().map(({ id }) => id)
}

test('entries stay in the order in which they arrive, and their times never go back', () => {
  const log = createHappeningLog()
  for (const [at, id] of [
    [0, 'powerOn'],
    [217, 'pressed'],
    [190, 'keypad.entered'],
    [230, 'display'],
  ] as const) {
    log.add({ at: START + at, id, values: {} } as Happening)
  }
  expect(log.all().map((one) => `${one.at - START} ${one.id}`)).toEqual([
    '0 powerOn',
    '217 pressed',
    '217 keypad.entered',
    '230 display',
  ])
})

test('after the clock was set back, new entries still come last', () => {
  expect(
    logOf([
      [3_600_000, 'pressed'],
      [0, 'clockSet'],
      [10, 'powerOff'],
    ]),
  ).toEqual(['pressed', 'clockSet', 'powerOff'])
})

test('viewers who come and go don’t displace other entries', () => {
  const ids = logOf([
    [0, 'powerOn'],
    ...Array.from(
      { length: 300 },
      (_, index) => [index, index % 2 === 0 ? 'viewer.joined' : 'viewer.left'] as const,
    ),
    [400, 'pressed'],
  ])
  expect([ids[0], ids.at(-1)]).toEqual(['powerOn', 'pressed'])
  expect(ids.filter((id) => id.startsWith('viewer.'))).toHaveLength(10)
})

test('the latest 200 entries are kept', () => {
  const ids = logOf(Array.from({ length: 250 }, (_, index) => [index, `story.${index}`] as const))
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, 'story.50', 'story.249'])
})
