import { LANGUAGES } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import { expect, test } from 'vitest'
import { fold } from '@lintel/contract/fold'
import { moreCitiesIn } from './more-cities.ts'
import { loadZonePlaces } from './zone-places.ts'
import { withOffsets, zoneRows } from './zones.ts'

const names = [
  'America/Argentina/Buenos_Aires',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Europe/Berlin',
  'Europe/Dublin',
  'Mars/Olympus',
  'Pacific/Auckland',
]
const rowsAt = (time: string) => zoneRows(names, Date.parse(time), 'de')
const facts = (time: string) =>
  Object.fromEntries(rowsAt(time).map(({ name, offset, changes }) => [name, [offset, changes]]))

test('each zone has its current offset, and says whether its clocks change (TIME-15)', () => {
  expect(facts('2026-11-20T13:00:00Z')).toEqual({
    'America/Argentina/Buenos_Aires': ['UTC-03:00', false],
    'America/Los_Angeles': ['UTC-08:00', true],
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

test('each zone has the offsets of the year and its abbreviations, in the language too', () => {
  const words = Object.fromEntries(
    rowsAt('2026-11-20T13:00:00Z').map((row) => [row.name, row.words.split(' ')]),
  )
  expect(words['Asia/Kolkata']).toEqual(['UTC+05:30', 'IST'])
  expect(words['Europe/Berlin']).toEqual(['UTC+01:00', 'UTC+02:00', 'CET', 'CEST', 'MEZ', 'MESZ'])
  expect(words['America/Los_Angeles']).toEqual(expect.arrayContaining(['UTC-08:00', 'PST', 'PDT']))
  expect(words['America/Argentina/Buenos_Aires']).toEqual(['UTC-03:00'])
  expect(words['Mars/Olympus']).toEqual([''])
})

test.each([
  ['+5:30', 'utc+05:30'],
  ['UTC-8', 'utc-08:00'],
  ['UTC−8', 'utc-08:00'],
  ['GMT+1', 'utc+01:00'],
  ['gmt + 1', 'utc+01:00'],
  ['UTC +1', 'utc+01:00'],
  ['+0530', 'utc+05:30'],
  ['-3:30', 'utc-03:30'],
  ['tok +09:00', 'tok utc+09:00'],
  ['CET Berlin', 'cet berlin'],
  ['Port-au-Prince', 'port-au-prince'],
  ['+', '+'],
  ['', ''],
])('%s is searched as %s', (typed, wanted) => {
  expect(withOffsets(typed)).toBe(wanted)
})

test('a zone has its city and country in the language of the console, and other names of both', async () => {
  const german = await loadZonePlaces('de')
  expect(german('Europe/Berlin')).toMatchObject({ city: 'Berlin', country: 'Deutschland' })
  expect(german('Europe/Berlin').words).toContain('Germany Germany DE')
  expect(german('Europe/Warsaw').words).toContain('Kraków')
  expect(german('Europe/Warsaw').cities).toEqual(
    expect.arrayContaining(['Warschau', 'Warsaw', 'Kraków', 'Krakau']),
  )
  expect(german('Europe/Vienna').city).toBe('Wien')
  expect(german('Asia/Kolkata')).toMatchObject({ city: 'Kalkutta', country: 'Indien' })
  expect(german('Asia/Calcutta').words).toContain('Kolkata')
  expect(german('Europe/Kiev').words).toContain('Kyiv')
  expect(german('Europe/Kyiv').words).toContain('Lviv')
  expect(german('America/New_York').words).toContain('USA')
  // Though it is the same zone as Berlin.
  expect(german('Europe/Stockholm').country).toBe('Schweden')
  for (const zone of ['UTC', 'Etc/GMT+1', 'Mars/Olympus'])
    expect(german(zone)).toEqual({ city: '', country: '', words: '', cities: [] })
})

test('a city is found by the name that it has at home', async () => {
  const english = await loadZonePlaces('en')
  expect(english('Europe/Vienna')).toMatchObject({ city: 'Vienna' })
  expect(english('Europe/Vienna').cities).toContain('Wien')
  const german = await loadZonePlaces('de')
  expect(german('Europe/Vienna').cities.filter((city) => city === 'Wien')).toHaveLength(1)
})

test.each(LANGUAGES)('zones have the cities and countries of $name', async ({ code }) => {
  const placeOf = await loadZonePlaces(code)
  const [city, country] = ROME[code]
  expect(placeOf('Europe/Rome')).toMatchObject({ city, country })
})

const ROME: Record<LanguageCode, readonly [string, string]> = {
  en: ['Rome', 'Italy'],
  de: ['Rom', 'Italien'],
  es: ['Roma', 'Italia'],
  fr: ['Rome', 'Italie'],
  it: ['Roma', 'Italia'],
  pl: ['Rzym', 'Włochy'],
  sv: ['Rom', 'Italien'],
}

test('cities beside those that zones are named after are in zones that exist', () => {
  const known = Intl.supportedValuesOf('timeZone')
  const named = new Set(known.map((zone) => fold(zone.split('/').at(-1) ?? '')))
  const more = known.flatMap((zone) => moreCitiesIn(zone))
  expect(more.length).toBeGreaterThan(150)
  // A zone of its own would be another one.
  expect(more.filter((city) => named.has(fold(city).replaceAll(' ', '_')))).toEqual([])
})
