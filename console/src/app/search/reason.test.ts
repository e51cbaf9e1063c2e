import { expect, test } from 'vitest'
import { reasonOf } from './reason.ts'
import { resultsOf } from './testing/search.ts'
import type { Search } from './testing/search.ts'

/** The results with their reasons, `title: reason`. */
const reasons = (
  query: string,
  { similar = false, ...options }: Search & { similar?: boolean } = {},
) =>
  resultsOf(query, { actions: true, ...options }).map(
    (result) => `${result.title}: ${reasonOf(result, query, similar) ?? ''}`,
  )

const withDoor = new Map([
  ['root.Brand.ProdType', 'Network Video Door Station'],
  ['root.Brand.ProdNbr', 'A8207-VE'],
  ['root.Input.NbrOfInputs', '1'],
  ['root.Output.NbrOfOutputs', '1'],
  ['root.IOPort.I0.Direction', 'output'],
  ['root.IOPort.I0.Configurable', 'no'],
])

test.each([
  ['door', 'en', ['Open a door: ', 'I/O ports: door']],
  ['Tür', 'de', ['Tür öffnen: ']],
  ['drzwi', 'pl', ['Otwórz drzwi: ']],
])('%s in %s says why each place is found, unless its title does', (query, language, some) => {
  const all = reasons(query, { parameters: withDoor, language })
  expect(all).toEqual(expect.arrayContaining(some))
  const typed = query.toLowerCase()
  // Each says why.
  expect(all.filter((one) => !one.toLowerCase().includes(typed))).toEqual([])
})

test('the shortest keyword with most of the words is the reason', () => {
  expect(reasons('reboot')).toContain('Restart the device: reboot')
  expect(reasons('power cycle')).toContain('Restart the device: power cycle')
  expect(reasons('haslo', { language: 'pl' })).toContain('Użytkownicy: hasło')
})

test('a typing error, a port and an explanation are reasons, too', () => {
  expect(reasons('rebott', { similar: true })).toContain('Restart the device: reboot')
  expect(reasons('5060').join()).toContain(': :5060')
})
