import { expect, test } from 'vitest'
import { languageFor, LANGUAGES, pickLanguage } from './languages.ts'

test('every language is found by name and code, in upper or lower case (SHELL-97, SHELL-98)', () => {
  for (const { code, name } of LANGUAGES) {
    const ways = [code, code.toUpperCase(), `${code}-XX`, name, name.toUpperCase(), ` ${name}\n`]
    expect(ways.map(languageFor), name).toEqual(ways.map(() => code))
  }
})

test('POSIX locales are accepted too', () => {
  expect(['pl_PL.UTF-8', 'sv_SE', 'fr.UTF-8', 'it@euro'].map(languageFor)).toEqual([
    'pl',
    'sv',
    'fr',
    'it',
  ])
})

test.each([
  [['de-AT', 'en'], 'de'],
  [['fi', 'sv', 'de'], 'sv'],
  [['EN-gb', 'de'], 'en'],
  [['Klingon', 'C', 'C.UTF-8', 'den', 'Englisch'], 'en'],
  [[''], 'en'],
  [[], 'en'],
])('%j selects the language %s (SHELL-99)', (preferred, language) => {
  expect(pickLanguage(preferred)).toBe(language)
})

test('two languages are not offered (SHELL-100, SHELL-101)', () => {
  const offered = LANGUAGES.filter((language) => language.offered).map(({ name }) => name)
  expect(offered).toEqual(['English', 'Spanish', 'German', 'Italian', 'French'])
})
