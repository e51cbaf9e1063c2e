import { expect, test } from 'vitest'
import { cut, initialsOf } from './cut.ts'

test('a name is cut behind so many characters (PHONEBOOK-54, PHONEBOOK-68)', () => {
  expect(cut('x'.repeat(30), 30)).toBe('x'.repeat(30))
  expect(cut('x'.repeat(31), 30)).toBe(`${'x'.repeat(30)}…`)
  expect(cut('x'.repeat(10_000), 45)).toBe(`${'x'.repeat(45)}…`)
  expect(cut('', 30)).toBe('')
})

test('no character is cut in two', () => {
  const family = '👨‍👩‍👧‍👦'
  expect(cut(family.repeat(3), 3)).toBe(family.repeat(3))
  expect(cut(family.repeat(4), 3)).toBe(`${family.repeat(3)}…`)
  expect(cut('é'.repeat(4), 3)).toBe(`${'é'.repeat(3)}…`)
})

test('the initials of a name are the first letters of two words', () => {
  expect(initialsOf('Ada Lovelace')).toBe('AL')
  expect(initialsOf('  östra   porten 3 ')).toBe('ÖP')
  expect(initialsOf('reception')).toBe('R')
  expect(initialsOf('👨‍👩‍👧‍👦 family')).toBe('👨‍👩‍👧‍👦F')
  expect(initialsOf('')).toBe('')
})
