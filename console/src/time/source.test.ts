import { expect, test } from 'vitest'
import { checkSource, dateFields, sourceIn, sourceParameters } from './source.ts'
import type { SourceValues } from './source.ts'

const ids = (errors: Record<string, { id: string }>) =>
  Object.fromEntries(Object.entries(errors).map(([name, { id }]) => [name, id]))

const values: SourceValues = {
  automatic: true,
  source: 'dhcp',
  server: 'no good',
  date: '31/02/2026',
  time: '24:00',
}
const times = (change: Partial<SourceValues>) => ids(checkSource({ ...values, ...change }, 2069))

test('only the visible fields are validated (TIME-09, TIME-11, TIME-12)', () => {
  expect(times({})).toEqual({})
  expect(times({ source: 'named', server: '' })).toEqual({ server: 'validation.errorRequired' })
  expect(times({ source: 'named' })).toEqual({
    server: 'validation.invalidIPAddressOrHostName',
  })
  expect(times({ source: 'named', server: 'x'.repeat(65) })).toEqual({
    server: 'dateTime.exceedCharacters',
  })
  expect(times({ automatic: false })).toEqual({
    date: 'dateTime.invalidDate',
    time: 'dateTime.invalidTime',
  })
})

test('a year that the clock can’t be set to is reported before sending', () => {
  const year = (date: string) => times({ automatic: false, date, time: '07:05' })
  expect(year('31/12/2069')).toEqual({})
  expect(year('01/01/1970')).toEqual({})
  expect(year('01/01/2070')).toEqual({ date: 'dateTime.yearRange' })
  expect(year('31/12/1969')).toEqual({ date: 'dateTime.yearRange' })
})

test('each source is written as its parameters and read back unchanged (TIME-05, TIME-06, TIME-14)', () => {
  const right = { ...values, server: 'time.example.com' }
  expect(sourceParameters({ ...right, automatic: false })).toEqual({
    'root.Time.SyncSource': 'None',
  })
  for (const source of ['dhcp', 'named'] as const) {
    const written = sourceParameters({ ...right, source })
    expect(written['root.Time.SyncSource']).toBe('NTP')
    expect(sourceIn(new Map(Object.entries(written)))).toEqual({
      automatic: true,
      source,
      server: source === 'named' ? 'time.example.com' : '',
    })
  }
  expect(sourceIn(new Map([['root.Time.NTP.Server', '0.0.0.0']])).server).toBe('')
})

test('a manual time has second 0 (TIME-07, SETUP-17)', () => {
  expect(dateFields({ ...values, date: '02/03/2027', time: '07:05' })).toEqual({
    year: '2027',
    month: '3',
    day: '2',
    hour: '7',
    minute: '5',
    second: '0',
  })
})
