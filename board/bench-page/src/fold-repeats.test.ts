import type { Happening } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import { foldRepeats } from './fold-repeats.ts'

let at = 0
const entry = (id: Happening['id'], values: Happening['values'] = {}): Happening => ({
  at: (at += 1),
  id,
  values,
})

test('entries in a row that say the same are one line, with their number and the first time', () => {
  const pressed = [1, 2, 3].map(() => entry('pressed', { key: '5' }))
  const other = entry('pressed', { key: '6' })
  const again = entry('pressed', { key: '5' })
  expect(foldRepeats([...pressed, other, again])).toEqual([
    { event: pressed[2], count: 3, since: pressed[0]?.at },
    { event: other, count: 1, since: other.at },
    { event: again, count: 1, since: again.at },
  ])
})

test('of viewers that come and go, and of a slider that is moved, the last entry counts', () => {
  const joined = entry('viewer.joined', { count: 1 })
  const left = entry('viewer.left', { count: 0 })
  const back = entry('viewer.joined', { count: 1 })
  const warm = entry('temperature', { degrees: 30 })
  const hot = entry('temperature', { degrees: 60 })
  expect(foldRepeats([joined, left, back, warm, hot])).toEqual([
    { event: back, count: 3, since: joined.at },
    { event: hot, count: 2, since: warm.at },
  ])
})
