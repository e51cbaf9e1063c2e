import { LANGUAGES } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import { expect, test } from 'vitest'
import { loadMessages } from './load-messages.tsx'

/** Loaders that report which one was called; some of them fail. */
function loaders(...lost: LanguageCode[]) {
  const requested: LanguageCode[] = []
  const load = (code: LanguageCode) => () => {
    requested.push(code)
    if (lost.includes(code)) return Promise.reject(new Error(`${code} is lost`))
    return Promise.resolve({ catalogues: [{ text: code }] })
  }
  const languages = Object.fromEntries(LANGUAGES.map(({ code }) => [code, load(code)])) as Record<
    LanguageCode,
    ReturnType<typeof load>
  >
  return { languages, requested }
}

test('only the messages of the language are loaded', async () => {
  const { languages, requested } = loaders()
  expect(await loadMessages(languages, 'pl')).toEqual({
    language: 'pl',
    catalogues: [{ text: 'pl' }],
  })
  expect(requested).toEqual(['pl'])
})

test('messages that fail to load fall back to English and say so (SHELL-99)', async () => {
  const { languages } = loaders('sv')
  expect(await loadMessages(languages, 'sv')).toEqual({
    language: 'en',
    catalogues: [{ text: 'en' }],
  })
})

test('when English fails too, the error is that of the language', async () => {
  await expect(loadMessages(loaders('sv', 'en').languages, 'sv')).rejects.toThrow('sv is lost')
  await expect(loadMessages(loaders('en').languages, 'en')).rejects.toThrow('en is lost')
})
