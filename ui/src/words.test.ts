import { LANGUAGES } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import { expect, test } from 'vitest'
import { loadWords } from './words.tsx'

/** Loaders that say which one was called, some of which fail. */
function loaders(...lost: LanguageCode[]) {
  const asked: LanguageCode[] = []
  const load = (code: LanguageCode) => () => {
    asked.push(code)
    if (lost.includes(code)) return Promise.reject(new Error(`${code} is lost`))
    return Promise.resolve({ words: [{ text: code }] })
  }
  const languages = Object.fromEntries(LANGUAGES.map(({ code }) => [code, load(code)])) as Record<
    LanguageCode,
    ReturnType<typeof load>
  >
  return { languages, asked }
}

test('only the words of the language are loaded', async () => {
  const { languages, asked } = loaders()
  expect(await loadWords(languages, 'pl')).toEqual({ language: 'pl', words: [{ text: 'pl' }] })
  expect(asked).toEqual(['pl'])
})

test('words that do not come are English, and say so (SHELL-99)', async () => {
  const { languages } = loaders('sv')
  expect(await loadWords(languages, 'sv')).toEqual({ language: 'en', words: [{ text: 'en' }] })
})

test('without English either, the failure is that of the language', async () => {
  await expect(loadWords(loaders('sv', 'en').languages, 'sv')).rejects.toThrow('sv is lost')
  await expect(loadWords(loaders('en').languages, 'en')).rejects.toThrow('en is lost')
})
