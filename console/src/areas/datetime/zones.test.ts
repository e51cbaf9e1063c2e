import { expect, test } from 'vitest'
import { zoneRows } from './zones.ts'

const names = [
  'America/Argentina/Buenos_Aires',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Europe/Berlin',
  'Europe/Dublin',
  'Mars/Olympus',
  'Pacific/Auckland',
]
const rowsAt = (time: string) => zoneRows(names, Date.parse(time))
const facts = (time: string) =>
  Object.fromEntries(rowsAt(time).map(({ name, offset, changes }) => [name, [offset, changes]]))

test('each zone has its offset of the moment, and says whether its clocks change (TIME-15)', () => {
  expect(facts('2026-11-20T13:00:00Z')).toEqual({
    'America/Argentina/Buenos_Aires': ['UTC-03:00', false],
    'Asia/Kolkata': ['UTC+05:30', false],
    'Asia/Tokyo': ['UTC+09:00', false],
    'Europe/Berlin': ['UTC+01:00', true],
    'Europe/Dublin': ['UTC+00:00', true],
    'Mars/Olympus': ['', false],
    'Pacific/Auckland': ['UTC+13:00', true],
  })
  expect(facts('2026-07-01T13:00:00Z')).toMatchObject({
    'Europe/Berlin': ['UTC+02:00', true],
    'Pacific/Auckland': ['UTC+12:00', true],
  })
})

test('each zone has the ways in which people type it', () => {
  const words = Object.fromEntries(
    rowsAt('2026-11-20T13:00:00Z').map((row) => [row.name, row.words.split(' ')]),
  )
  expect(words['Asia/Kolkata']).toEqual(expect.arrayContaining(['UTC+5:30', 'IST']))
  expect(words['Europe/Berlin']).toEqual(expect.arrayContaining(['UTC+1', 'CET', 'CEST']))
  expect(words['America/Argentina/Buenos_Aires']).toContain('UTC-3')
  expect(words['Mars/Olympus']).toEqual([''])
})
