import { expect, test } from 'vitest'
import de from '../messages/start/de.json' with { type: 'json' }
import en from '../messages/start/en.json' with { type: 'json' }
import { startTexts } from './texts.ts'

test('the language comes from the environment as POSIX has it', () => {
  const speaks = (env: NodeJS.ProcessEnv) => startTexts(env)('start.console')
  expect(speaks({ LANG: 'de_AT.UTF-8' })).toBe('Konsole')
  expect(speaks({ LANG: 'de_DE', LC_ALL: 'C' })).toBe('Console')
  expect(speaks({ LANG: 'en_US', LC_ALL: '', LC_MESSAGES: 'de_DE' })).toBe('Konsole')
  expect(speaks({})).toBe('Console')
})

test('values stand in their places', () => {
  const say = startTexts({})
  expect(say('start.portInUse', { port: 80, flag: '--port' })).toBe(
    'Port 80 is in use. Choose another one with --port.',
  )
})

test('both languages have the same messages with the same values', () => {
  const holes = (text: string) => Array.from(text.matchAll(/\{\w+\}/g), String).toSorted()
  expect(Object.keys(de)).toEqual(Object.keys(en))
  for (const id of Object.keys(en) as (keyof typeof en)[]) {
    expect(holes(de[id]), id).toEqual(holes(en[id]))
  }
})
