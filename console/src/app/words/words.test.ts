import { LANGUAGES } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import { afterEach, expect, test, vi } from 'vitest'
import {
  lastLanguage,
  loadAreaWords,
  loadFirstWords,
  loadShellWords,
  rememberLanguage,
  startWords,
} from './words.ts'

afterEach(() => {
  localStorage.clear()
})

test.each(LANGUAGES)(
  'the first messages are those of the start, the kit, the shell and the first page: $name (SHELL-98)',
  async ({ code }) => {
    const { language, words } = await loadShellWords(code)
    expect(language).toBe(code)
    const texts: Record<string, unknown> = Object.assign({}, ...words)
    for (const id of ['pages.users', 'ui.save', 'camera.videoStreamError', 'restart.close']) {
      expect(texts[id], id).toBeTruthy()
    }
  },
)

test('areas load their own messages, in each language', async () => {
  const notes = async (code: LanguageCode) => (await loadAreaWords('users', code))['users.note']
  const all = await Promise.all(LANGUAGES.map(({ code }) => notes(code)))
  expect(new Set(all).size).toBe(LANGUAGES.length)
  expect(await loadAreaWords('overview', 'de')).toEqual({})
  await expect(loadAreaWords('nowhere', 'de')).rejects.toMatchObject({ chunk: 'nowhere-de' })
})

test('the language requested last is that of the first messages, whichever loads last', async () => {
  await Promise.all([loadShellWords('sv'), loadShellWords('pl')])
  expect(startWords.get().language).toBe('pl')
})

test('the first messages are in the language of the last visit', async () => {
  rememberLanguage('fr')
  await loadFirstWords()
  expect(startWords.get().language).toBe('fr')
})

test('without a last visit the browser chooses the language of the first messages', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fi-FI', 'it-CH', 'de'])
  expect(lastLanguage()).toBe('it')
  rememberLanguage('sv')
  expect(lastLanguage()).toBe('sv')
})
