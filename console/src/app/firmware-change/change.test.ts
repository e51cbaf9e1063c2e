import { expect, test } from 'vitest'
import { judge, parseChange } from './change.ts'

const before = { bootId: 'a', version: '9.80.3', part: 'A', installed: '' }

test('other firmware in another boot is a change, the same one is not (MAINT-12)', () => {
  expect(judge(before, { ...before, bootId: 'b', version: '9.80.4', part: 'B' })).toBe('changed')
  expect(judge(before, { ...before, bootId: 'b' })).toBe('fellBack')
})

test('the same version is also a change when it is another build or was uploaded again', () => {
  expect(judge(before, { ...before, bootId: 'b', part: 'B' })).toBe('changed')
  const again = { ...before, bootId: 'b', installed: '2026-11-20 13:00:00' }
  expect(judge(before, again)).toBe('changed')
})

test('in the same boot nothing has changed, whatever the version (MAINT-12)', () => {
  expect(judge(before, { ...before, version: '9.80.4' })).toBe('sameBoot')
})

test('firmware without a boot id is compared by version', () => {
  const silent = { ...before, bootId: undefined }
  expect(judge(silent, silent)).toBe('unclear')
  expect(judge(silent, { ...silent, version: '9.80.4' })).toBe('changed')
})

test('a stored change is validated when read (EXPECT-37)', () => {
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
