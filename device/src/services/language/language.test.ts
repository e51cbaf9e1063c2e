import { afterEach, beforeEach, expect, test } from 'vitest'
import { parameterService } from '../parameters/parameters.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { languageService } from './language.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([languageService, parameterService])
  device.makeAccounts()
})
afterEach(() => device.close())

const set = (language: string, as = 'view') =>
  device.text(`/axis-cgi/admin/language.cgi?action=set&language=${language}`, { as })
const current = () => device.parameters.get('root.Properties.System.Language')

test.each([
  ['German', 'German'],
  ['spanish', 'Spanish'],
  ['FR', 'French'],
  ['it', 'Italian'],
  ['pl', 'Polish'],
  ['Swedish', 'Swedish'],
  ['English', 'English'],
])('a viewer sets the language as %s (DEVICE-35, SHELL-102)', async (requested, name) => {
  expect(await set(requested)).toBe('OK\n')
  expect(current()).toBe(name)
})

test('an unknown language is refused with a reason and changes nothing (DEVICE-35)', async () => {
  await set('German')
  expect(await set('Klingon')).toBe('Error: unsupported language\n')
  expect(await set('')).toBe('Error: unsupported language\n')
  expect(current()).toBe('German')
})

test('consoles are notified once, and only of a different language', async () => {
  const areas: unknown[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  await set('German')
  await set('de')
  expect(areas).toEqual(['parameters'])
})

test('the language can’t be set as a parameter', async () => {
  const path = '/axis-cgi/param.cgi?action=update&Properties.System.Language=German'
  expect(await device.text(path, { as: 'root' })).toMatch(/^# Error: /)
  expect(current()).toBe('English')
})
