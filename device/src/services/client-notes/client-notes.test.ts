import { afterEach, beforeEach, expect, test } from 'vitest'
import { NOTES_MAX, openClientNotes } from '../../state/client-notes.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { clientNotesService } from './client-notes.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([clientNotesService])
  device.makeAccounts()
})
afterEach(() => device.close())

const NOTE = 'group=ACA&key=System.ShowOutputButton0'
const set = (query: string, as = 'oper') =>
  device.fetch(`/axis-cgi/clientnotes/set.cgi?${query}`, { as })
const get = (query: string, as = 'view') =>
  device.text(`/axis-cgi/clientnotes/getvalue.cgi?${query}`, { as })

test('viewers can read what an operator stores (DEVICE-51, DEVICE-52)', async () => {
  const answer = await set(`${NOTE}&value=yes`)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.text()).toBe('{"Status":0,"Message":"OK"}')
  expect(await get(NOTE)).toBe('{"Status":0,"Message":"yes"}')
  await set(`${NOTE}&value=no`)
  expect(await get(NOTE)).toBe('{"Status":0,"Message":"no"}')
})

test('keys are separate by group and name; one that was never set is not found (DEVICE-52)', async () => {
  await set(`${NOTE}&value=yes`)
  for (const other of ['group=ACB&key=System.ShowOutputButton0', 'group=ACA&key=other']) {
    expect(await get(other)).toBe('{"Status":1,"Message":"Key not found"}')
  }
})

test('an empty value removes the note', async () => {
  await set(`${NOTE}&value=yes`)
  await set(`${NOTE}&value=`)
  expect(await get(NOTE)).toContain('"Status":1')
})

test('viewers can’t store notes (DEVICE-51)', async () => {
  expect((await set(`${NOTE}&value=yes`, 'view')).status).toBe(403)
  expect(await get(NOTE)).toContain('"Status":1')
})

test.each([
  ['no key', 'group=ACA&value=yes'],
  ['an empty key', 'group=ACA&key=&value=yes'],
  ['a long key', `group=ACA&key=${'k'.repeat(129)}&value=yes`],
  ['a long value', `${NOTE}&value=${'v'.repeat(1025)}`],
  ['lines', `${NOTE}&value=a%0Ab`],
])('%s is refused', async (_name, query) => {
  const answer = await set(query)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toHaveProperty('error.message')
})

test('when the notes are full, existing ones can still change', () => {
  const notes = openClientNotes(device.database)
  device.database.tx(() => {
    for (let number = 0; number < NOTES_MAX; number += 1) notes.set('ACA', `k${number}`, 'yes')
  })
  expect(() => {
    notes.set('ACA', 'one more', 'yes')
  }).toThrow('no room')
  notes.set('ACA', 'k0', 'no')
  expect(notes.get('ACA', 'k0')).toBe('no')
})
