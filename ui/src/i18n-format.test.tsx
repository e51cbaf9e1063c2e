import { parse } from '@formatjs/icu-messageformat-parser'
import { LANGUAGES } from '@lintel/contract/languages'
import type { MessageId } from '@lintel/contract/messages'
import type { LanguageCode } from '@lintel/contract/languages'
import { renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Catalogue, TextValues } from './i18n.tsx'
import { I18n, useText } from './i18n.tsx'

const ID: MessageId = 'ui.save'

/** The output of `useText` for messages compiled by the build. */
function textsOf(catalogue: Catalogue, language: LanguageCode) {
  const { result } = renderHook(useText, {
    wrapper: ({ children }) => (
      <I18n language={language} catalogues={[catalogue]}>
        {children}
      </I18n>
    ),
  })
  return result.current
}

/** Returns a function from values to text; the message is compiled as in the build. */
function formatterOf(text: string, language: LanguageCode = 'en') {
  const compiled = { [ID]: JSON.parse(JSON.stringify(parse(text))) } as Catalogue
  const textOf = textsOf(compiled, language)
  return (values: TextValues = {}) => textOf(ID, values)
}

test('a placeholder inserts its value unchanged (SHELL-122)', () => {
  const format = formatterOf('{name}, at most {max}.')
  fc.assert(
    fc.property(fc.string(), fc.integer(), (name, max) => {
      expect(format({ name, max })).toBe(`${name}, at most ${max}.`)
    }),
  )
})

test('a message with a missing value shows its id and logs what is missing', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  expect(formatterOf('Edit {name}')()).toBe(ID)
  expect(log).toHaveBeenCalledWith(`${ID}:`, expect.objectContaining({ code: 'MISSING_VALUE' }))
})

test('a plural uses its exact form, else that of the language, else `other`', () => {
  const text = '{count, plural, =0 {none} one {# change} other {# changes}}'
  const format = formatterOf(text)
  expect([0, 1, 2, 1500].map((count) => format({ count }))).toEqual([
    'none',
    '1 change',
    '2 changes',
    '1,500 changes',
  ])
  expect(formatterOf(text, 'de')({ count: 1500 })).toBe('1.500 changes')
})

test('an offset is subtracted before the form is chosen, and ordinals have their own forms', () => {
  const others = formatterOf(
    '{count, plural, offset:1 =1 {only you} one {you and # more} other {# more}}',
  )
  expect([1, 2, 3].map((count) => others({ count }))).toEqual([
    'only you',
    'you and 1 more',
    '2 more',
  ])
  const place = formatterOf('{at, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}')
  expect([1, 2, 3, 4].map((at) => place({ at }))).toEqual(['1st', '2nd', '3rd', '4th'])
})

test('a select falls back to `other`, and numbers are formatted by the language', () => {
  const format = formatterOf('{role, select, admin {All of {count, number}.} other {None.}}', 'de')
  expect(format({ role: 'admin', count: 1234.5 })).toBe('All of 1.234,5.')
  expect(format({ role: 'x', count: 1 })).toBe('None.')
})

test('dates, times and styled numbers are formatted by the language', () => {
  const text = '{at, date, medium}, {at, time, short}: {part, number, percent}'
  const at = new Date(2026, 10, 22, 15, 4).getTime()
  expect(formatterOf(text, 'de')({ at, part: 0.125 })).toBe('22. Nov. 2026, 15:04: 13\u00a0%')
})

test('text without elements keeps the content of tags', () => {
  const format = formatterOf('<b>{count, plural, one {# change} other {# changes}}</b> not saved')
  expect(format({ count: 2 })).toBe('2 changes not saved')
})

/** Counts of all kinds, formatted with each language's `one`, `few`, `many` and `other`. */
const COUNTS = [0, 1, 1.5, 2, 5, 12, 22, 1000]
test.each<[LanguageCode, string[]]>([
  ['en', ['other', 'one', 'other', 'other', 'other', 'other', 'other', 'other']],
  ['es', ['other', 'one', 'other', 'other', 'other', 'other', 'other', 'other']],
  ['de', ['other', 'one', 'other', 'other', 'other', 'other', 'other', 'other']],
  ['it', ['other', 'one', 'other', 'other', 'other', 'other', 'other', 'other']],
  ['fr', ['one', 'one', 'one', 'other', 'other', 'other', 'other', 'other']],
  ['pl', ['many', 'one', 'other', 'few', 'many', 'many', 'few', 'many']],
  ['sv', ['other', 'one', 'other', 'other', 'other', 'other', 'other', 'other']],
])('each language has its plural forms: %s', (language, forms) => {
  const format = formatterOf('{n, plural, one {one} few {few} many {many} other {other}}', language)
  expect(COUNTS.map((n) => format({ n }))).toEqual(forms)
})

const OTHERS: LanguageCode[] = ['en', 'es', 'de', 'it', 'fr', 'sv']

test('the real messages are pluralised by each language’s rules (SHELL-98)', () => {
  const kit = import.meta.glob<Catalogue>('../../contract/messages/validation/*.json', {
    eager: true,
    import: 'default',
  })
  const atMost = (language: LanguageCode, max: number) => {
    const catalogue = kit[`../../contract/messages/validation/${language}.json`] ?? {}
    return textsOf(catalogue, language)('users.tooLong', { max })
  }
  expect([1, 2, 5, 22, 1.5].map((max) => atMost('pl', max))).toEqual([
    'Najwyżej 1 znak.',
    'Najwyżej 2 znaki.',
    'Najwyżej 5 znaków.',
    'Najwyżej 22 znaki.',
    'Najwyżej 1,5 znaku.',
  ])
  expect(OTHERS.map((language) => atMost(language, 1))).toEqual([
    'At most 1 character.',
    '1 carácter como máximo.',
    'Höchstens 1 Zeichen.',
    'Al massimo 1 carattere.',
    '1 caractère au maximum.',
    'Högst 1 tecken.',
  ])
  expect(OTHERS.map((language) => atMost(language, 64))).toEqual([
    'At most 64 characters.',
    '64 caracteres como máximo.',
    'Höchstens 64 Zeichen.',
    'Al massimo 64 caratteri.',
    '64 caractères au maximum.',
    'Högst 64 tecken.',
  ])
})

test('negative numbers have a minus sign in every language, and hyphens of other texts stay', () => {
  const text = '{degrees, number} °C at {place}, {change, plural, other {# %}}'
  for (const { code } of LANGUAGES) {
    const written = formatterOf(text, code)({ degrees: -20, place: 'gate-1', change: -5 })
    expect(written).toBe('−20 °C at gate-1, −5 %')
  }
})
