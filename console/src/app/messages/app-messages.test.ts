import { LANGUAGES } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import { afterEach, expect, test, vi } from 'vitest'
import {
  lastLanguage,
  loadAreaMessages,
  loadFirstMessages,
  loadShellMessages,
  rememberLanguage,
  startMessages,
} from './app-messages.ts'

afterEach(() => {
  localStorage.clear()
})

test.each(LANGUAGES)(
  'the first messages are those of the start, the kit, the shell and the first page: $name (SHELL-98)',
  async ({ code }) => {
    const { language, catalogues } = await loadShellMessages(code)
    expect(language).toBe(code)
    const texts: Record<string, unknown> = Object.assign({}, ...catalogues)
    for (const id of [
      'pages.users',
      'ui.save',
      'camera.videoStreamError',
      'restart.unknown.title',
    ]) {
      expect(texts[id], id).toBeTruthy()
    }
  },
)

test('areas load their own messages, in each language', async () => {
  const notes = async (code: LanguageCode) => (await loadAreaMessages('users', code))['users.note']
  const all = await Promise.all(LANGUAGES.map(({ code }) => notes(code)))
  expect(new Set(all).size).toBe(LANGUAGES.length)
  expect(await loadAreaMessages('overview', 'de')).toEqual({})
  await expect(loadAreaMessages('nowhere', 'de')).rejects.toMatchObject({ chunk: 'nowhere-de' })
})

test('the language requested last is that of the first messages, whichever loads last', async () => {
  await Promise.all([loadShellMessages('sv'), loadShellMessages('pl')])
  expect(startMessages.get().language).toBe('pl')
})

test('the first messages are in the language of the last visit', async () => {
  rememberLanguage('fr')
  await loadFirstMessages()
  expect(startMessages.get().language).toBe('fr')
})

test('without a last visit the browser chooses the language of the first messages', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fi-FI', 'it-CH', 'de'])
  expect(lastLanguage()).toBe('it')
  rememberLanguage('sv')
  expect(lastLanguage()).toBe('sv')
})
