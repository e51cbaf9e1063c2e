import { parse } from '@formatjs/icu-messageformat-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMessage } from './message.ts'
import type { MessageElement, MessageValues } from './message.ts'

/** A text with its values in place, compiled as the build does it. */
function format(text: string, values: MessageValues<string> = {}, language = 'en') {
  const elements = JSON.parse(JSON.stringify(parse(text))) as MessageElement[]
  return formatMessage(elements, language, values).join('')
}

test('a placeholder takes its value as it is (SHELL-122)', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer(), (name, max) => {
      expect(format('{name}, at most {max}.', { name, max })).toBe(`${name}, at most ${max}.`)
    }),
  )
  expect(format('Edit {name}')).toBe('Edit {name}')
})

test('a plural takes its exact form, else that of the language, else the rest', () => {
  const text = '{count, plural, =0 {none} one {# change} other {# changes}}'
  expect([0, 1, 2, 1500].map((count) => format(text, { count }))).toEqual([
    'none',
    '1 change',
    '2 changes',
    '1,500 changes',
  ])
  expect(format(text, { count: 1500 }, 'de')).toBe('1.500 changes')
})

test('an offset counts before the form is chosen, ordinals have their own forms', () => {
  const others = '{count, plural, offset:1 =1 {only you} one {you and # more} other {# more}}'
  expect([1, 2, 3].map((count) => format(others, { count }))).toEqual([
    'only you',
    'you and 1 more',
    '2 more',
  ])
  const place = '{at, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}'
  expect([1, 2, 3, 4].map((at) => format(place, { at }))).toEqual(['1st', '2nd', '3rd', '4th'])
})

test('a choice falls back on the rest, a number is written as the language does', () => {
  const text = '{role, select, admin {All of {count, number}.} other {None.}}'
  expect(format(text, { role: 'admin', count: 1234.5 }, 'de')).toBe('All of 1.234,5.')
  expect(format(text, { role: 'x', count: 1 })).toBe('None.')
})

test('a tag is given what it holds, and without a function only that is left', () => {
  const text = '<b>{count, plural, one {# change} other {# changes}}</b> not saved'
  const b = (content: string[]) => `[${content.join('')}]`
  expect(format(text, { count: 2, b })).toBe('[2 changes] not saved')
  expect(format(text, { count: 2 })).toBe('2 changes not saved')
})

/** Counts of all kinds, and what each language makes of `one`, `few`, `many` and the rest. */
const COUNTS = [0, 1, 1.5, 2, 5, 12, 22, 1000]
test.each([
  ['en', ['other', 'one', 'other', 'other', 'other', 'other', 'other', 'other']],
  ['es', ['other', 'one', 'other', 'other', 'other', 'other', 'other', 'other']],
  ['de', ['other', 'one', 'other', 'other', 'other', 'other', 'other', 'other']],
  ['it', ['other', 'one', 'other', 'other', 'other', 'other', 'other', 'other']],
  ['fr', ['one', 'one', 'one', 'other', 'other', 'other', 'other', 'other']],
  ['pl', ['many', 'one', 'other', 'few', 'many', 'many', 'few', 'many']],
  ['sv', ['other', 'one', 'other', 'other', 'other', 'other', 'other', 'other']],
])('each language has its plural forms: %s', (language, forms) => {
  const text = '{n, plural, one {one} few {few} many {many} other {other}}'
  expect(COUNTS.map((n) => format(text, { n }, language))).toEqual(forms)
})

test('the real words are counted as each language does (SHELL-98)', () => {
  const kit = import.meta.glob<Record<string, MessageElement[]>>(
    '../../contract/messages/validation/*.json',
    {
      eager: true,
      import: 'default',
    },
  )
  const atMost = (language: string, max: number) => {
    const elements =
      kit[`../../contract/messages/validation/${language}.json`]?.['users.tooLong'] ?? []
    return formatMessage<string>(elements, language, { max }).join('')
  }
  expect([1, 2, 5, 22, 1.5].map((max) => atMost('pl', max))).toEqual([
    'Najwyżej 1 znak.',
    'Najwyżej 2 znaki.',
    'Najwyżej 5 znaków.',
    'Najwyżej 22 znaki.',
    'Najwyżej 1,5 znaku.',
  ])
  expect(['en', 'es', 'de', 'it', 'fr', 'sv'].map((language) => atMost(language, 1))).toEqual([
    'At most 1 character.',
    '1 carácter como máximo.',
    'Höchstens 1 Zeichen.',
    'Al massimo 1 carattere.',
    '1 caractère au maximum.',
    'Högst 1 tecken.',
  ])
  expect(['en', 'es', 'de', 'it', 'fr', 'sv'].map((language) => atMost(language, 64))).toEqual([
    'At most 64 characters.',
    '64 caracteres como máximo.',
    'Höchstens 64 Zeichen.',
    'Al massimo 64 caratteri.',
    '64 caractères au maximum.',
    'Högst 64 tecken.',
  ])
})
