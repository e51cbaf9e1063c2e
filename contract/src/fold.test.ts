import { expect, test } from 'vitest'
import { fold, wordsOf } from './fold.ts'

test.each([
  ['Łukasz', 'lukasz'],
  ['Sørensen', 'sorensen'],
  ['Đorđe', 'dorde'],
  ['Straße', 'strasse'],
  ['Ægir', 'aegir'],
  ['Œuvre', 'oeuvre'],
  ['Ångström', 'angstrom'],
])('%s is found as %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('a query is split into folded words', () => {
  expect(wordsOf('  Haupt Tür ')).toEqual(['haupt', 'tur'])
})
