import { expect, test } from 'vitest'
import { mark } from './mark.ts'

/** The text with what is marked in brackets. */
const marked = (text: string, query: string) =>
  mark(text, query)
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['Network security', 'sec', 'Network [sec]urity'],
  ['Network security', 'NET sec', '[Net]work [sec]urity'],
  ['Übersicht', 'uber', '[Über]sicht'],
  ['Straße', 'strass', '[Straß]e'],
  ['Język', 'jezy', '[Języ]k'],
  ['Łódź', 'lodz', '[Łódź]'],
  ['På skärmen', 'pa', '[På] skärmen'],
  ['SIP accounts', 'accounts sip', '[SIP] [accounts]'],
  ['aaa', 'aa', '[aaa]'],
  ['Users', 'login', 'Users'],
  ['Users', '', 'Users'],
])('of %s, %s matches %s', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected)
})
