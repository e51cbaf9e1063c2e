import { expect, test } from 'vitest'
import { jsonError } from './json-error.ts'

test.each([
  ['{"phonebookEntries":[\n{"id":}]}', 2, 7],
  ['{"a":1,}', 1, 8],
  ['[1 2]', 1, 4],
  ['{"a":[1,{"b":"c"}]', 1, 19],
  ['{}\n\n{}', 3, 1],
  ['["\\x"]', 1, 2],
  ['[01]', 1, 3],
  ['', 1, 1],
])('%j is broken in line %i, column %i', (text, line, column) => {
  expect(jsonError(text)).toEqual({ line, column })
  expect(() => void JSON.parse(text)).toThrow()
})

test.each(['{}', ' [ ] ', '{"a":[1,-0.5e+3,true,null,{"b":"\\u00e4"}],"c":{}}', '"x"', '[[[]]]\n'])(
  '%j is JSON',
  (text) => {
    expect(jsonError(text)).toBeUndefined()
    expect(() => void JSON.parse(text)).not.toThrow()
  },
)
