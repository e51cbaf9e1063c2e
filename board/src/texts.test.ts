import { expect, test } from 'vitest'
import { startTexts } from './texts.ts'

test('the language comes from the environment, as POSIX defines it', () => {
  const speaks = (env: NodeJS.ProcessEnv) => startTexts(env)('start.console')
  expect(speaks({ LANG: 'de_AT.UTF-8' })).toBe('Konsole')
  expect(speaks({ LANG: 'de_DE', LC_ALL: 'C' })).toBe('Console')
  expect(speaks({ LANG: 'en_US', LC_ALL: '', LC_MESSAGES: 'de_DE' })).toBe('Konsole')
  expect(speaks({})).toBe('Console')
  expect(speaks({ LANG: 'pl_PL.UTF-8' })).toBe('Konsola')
  expect(speaks({ LANG: 'fi_FI.UTF-8' })).toBe('Console')
})

test('values replace their placeholders', () => {
  const say = startTexts({})
  expect(say('start.portInUse', { port: 80, flag: '--port' })).toBe(
    'Port 80 is in use. Choose another one with --port.',
  )
})
