import { expect, test } from 'vitest'
import { judge, parseChange } from './change.ts'

const before = { bootId: 'a', version: '9.80.3', part: 'A', installed: '' }

test('other firmware in another boot is a change, the same one is none (MAINT-12)', () => {
  expect(judge(before, { ...before, bootId: 'b', version: '9.80.4', part: 'B' })).toBe('changed')
  expect(judge(before, { ...before, bootId: 'b' })).toBe('fellBack')
})

test('the same version is a change too when it is another build, or was sent again', () => {
  expect(judge(before, { ...before, bootId: 'b', part: 'B' })).toBe('changed')
  const again = { ...before, bootId: 'b', installed: '2026-11-20 13:00:00' }
  expect(judge(before, again)).toBe('changed')
})

test('as long as the boot is the same nothing has changed, whatever it says (MAINT-12)', () => {
  expect(judge(before, { ...before, version: '9.80.4' })).toBe('sameBoot')
})

test('firmware that tells no boot is judged by its version', () => {
  const silent = { ...before, bootId: undefined }
  expect(judge(silent, silent)).toBe('unclear')
  expect(judge(silent, { ...silent, version: '9.80.4' })).toBe('changed')
})

test('what is kept is read without trusting it (EXPECT-37)', () => {
  const change = { ...before, type: 'upgrade', at: 500, answered: true }
  expect(parseChange(JSON.stringify(change), 1_000)).toEqual(change)
  expect(parseChange(JSON.stringify({ ...change, at: 2_000, answered: false }), 1_000)).toEqual({
    ...change,
    at: 1_000,
    answered: false,
  })
  for (const text of [null, '', 'null', '{}', '{"type":"restart","version":"1"}', '[1]']) {
    expect(parseChange(text, 1_000)).toBeUndefined()
  }
})
