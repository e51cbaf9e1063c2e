import { expect, test } from 'vitest'
import { withKey } from './keys.ts'
import type { WaitingKeys } from './keys.ts'

const after = (...keys: string[]) =>
  keys.reduce<WaitingKeys | undefined>(
    (waiting, key) => withKey(waiting, key) ?? waiting,
    undefined,
  )

test('arrow keys add up, and Enter opens where they lead', () => {
  expect(after('ArrowDown', 'ArrowDown', 'ArrowUp')).toEqual({ step: 1, opens: false })
  expect(after('ArrowUp')).toEqual({ step: -1, opens: false })
  expect(after('Enter')).toEqual({ step: 0, opens: true })
  expect(after('ArrowDown', 'Enter', 'ArrowDown')).toEqual({ step: 1, opens: true })
})

test('other keys do not wait', () => {
  expect(after('a', 'Shift', 'Tab')).toBeUndefined()
})
