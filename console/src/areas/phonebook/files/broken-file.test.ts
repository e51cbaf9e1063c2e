import { expect, test } from 'vitest'
import { brokenFile } from './broken-file.ts'

test('the place where a file is broken is read from the reason (PHONEBOOK-99)', () => {
  expect(brokenFile('JSON parse error: a, line 3.json, line 2, column 70')).toMatchObject({
    at: { file: 'a, line 3.json', line: 2, column: 70 },
  })
  expect(brokenFile('JSON parse error: unexpected end')).toEqual({
    at: undefined,
    because: 'unexpected end',
  })
  expect(brokenFile('a.json: more than 20000 entries.')).toBeUndefined()
})
