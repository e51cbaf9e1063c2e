import { expect, test } from 'vitest'
import { languageOf, loadAreaWords, loadShellWords } from './words.ts'

test('the language follows the device, by name or by code (SHELL-97)', () => {
  expect(['German', 'german ', 'de', 'de-CH'].map(languageOf)).toEqual(['de', 'de', 'de', 'de'])
  expect(['English', 'en-US'].map(languageOf)).toEqual(['en', 'en'])
})

test('English stands in for what is not supported (SHELL-99)', () => {
  expect([undefined, '', 'Klingon', 'xx'].map(languageOf)).toEqual(['en', 'en', 'en', 'en'])
})

test('the words of the frame come with those of the first page, other areas bring their own', async () => {
  const shell = Object.assign({}, ...(await loadShellWords('de'))) as Record<string, unknown>
  expect(shell['pages.users']).toBe('Benutzer')
  expect(shell).toHaveProperty('ui.save')
  expect(shell).toHaveProperty(['camera.videoStreamError'])
  expect(await loadAreaWords('overview', 'de')).toEqual({})
  expect(await loadAreaWords('users', 'en')).toHaveProperty(['users.note'])
  await expect(loadAreaWords('nowhere', 'en')).rejects.toMatchObject({ chunk: 'nowhere-en' })
})
