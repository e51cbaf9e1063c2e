import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { zoneOffset } from '../../clock/zone.ts'
import { zoneAbbreviation } from '../../services/time/abbreviation.ts'
import { expandModifiers } from './modifiers.ts'
import type { ModifierContext } from './modifiers.ts'

const CONTEXT: ModifierContext = {
  now: Date.UTC(2011, 11, 25, 9, 25, 1, 678),
  zone: { offset: 3_600_000, name: 'CET' },
  address: '10.13.24.88',
  mac: '00:40:8C:77:F8:26',
  hostName: 'gate-00408c77f826',
  sequence: 42,
  temperature: 48.4,
}

/** All that `date` knows too. */
const ALL = 'c D F x p r R T X z Z C G g Y y b B h m U V W a A d e j u w H I k l M s S'.split(' ')
const FORMAT = ALL.map((letter) => `${letter}=%${letter}`).join('|')

/** GNU `date`; others have other options. */
const dates = (zone: string, seconds: readonly number[]) =>
  spawnSync('date', [`+${FORMAT}`, '--file=-'], {
    input: seconds.map((one) => `@${one}`).join('\n'),
    env: { ...process.env, TZ: zone, LC_ALL: 'C' },
  })
const isGnu = String(spawnSync('date', ['--version']).stdout).includes('GNU')

const DAY = 86_400
const at = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0) =>
  Date.UTC(year, month - 1, day, hour, minute, second) / 1000

/** The turns of several years, both changes of the clock, and some hours of a day. */
const SECONDS = [
  at(1999, 12, 31, 23, 59, 59),
  ...[2004, 2005, 2010, 2015, 2020, 2021, 2024, 2026, 2027].flatMap((year) =>
    Array.from({ length: 16 }, (_, day) => at(year, 12, 25, 12) + day * DAY),
  ),
  at(2026, 3, 29, 0, 59, 59),
  at(2026, 3, 29, 1),
  at(2026, 10, 25, 0, 59, 59),
  at(2026, 10, 25, 1),
  at(2024, 2, 29, 23, 59, 59),
  ...Array.from({ length: 24 }, (_, hour) => at(2026, 7, 5, hour, 7, 9)),
]

test
  .skipIf(!isGnu)
  .each(['UTC', 'Europe/Stockholm', 'America/New_York', 'Australia/Sydney', 'America/Sao_Paulo'])(
  'dates and times are those of the program date, in %s',
  (name) => {
    const zone = { name, posix: '', daylightSaving: true }
    const ours = SECONDS.map((second) => {
      const now = second * 1000
      const shown = { offset: zoneOffset(zone, now), name: zoneAbbreviation(zone, now) }
      return expandModifiers(FORMAT, { ...CONTEXT, now, zone: shown })
    })
    const { stdout, status } = dates(name, SECONDS)
    expect(status).toBe(0)
    expect(ours).toEqual(stdout.toString().trimEnd().split('\n'))
  },
)

test('a zone that was set as a rule has its own names', () => {
  const zone = { name: '', posix: 'AAA-1<BBB+2>-2,M3.5.0,M10.5.0/3', daylightSaving: true }
  expect(zoneAbbreviation(zone, at(2026, 1, 1) * 1000)).toBe('AAA')
  expect(zoneAbbreviation(zone, at(2026, 7, 1) * 1000)).toBe('BBB+2')
  expect(zoneAbbreviation({ ...zone, daylightSaving: false }, at(2026, 7, 1) * 1000)).toBe('AAA')
})

test.each([
  ['image-%F-%H-%M-%S.jpg', 'image-2011-12-25-10-25-01.jpg'],
  ['%c', 'Sun Dec 25 10:25:01 2011'],
  ['%T.%f', '10:25:01.67'],
  ['%z %Z', '+0100 CET'],
  ['#i #m #M #n', '10.13.24.88 77:F8:26 00:40:8C:77:F8:26 gate-00408c77f826'],
  ['#s', '00042'],
  ['#TC1 #TF1', '48.4 119.1'],
  // Percent-encoded, as the documentation wants them.
  ['%25F at %23n', '2011-12-25 at gate-00408c77f826'],
  ['%23TC1', '48.4'],
  ['100%% ##1', '100% #1'],
  ['%25%25Y %23%23i', '%Y #i'],
  ['%%Y %%25 ##i', '%Y %25 #i'],
  // No modifiers.
  ['100% sure, 5%', '100% sure, 5%'],
  ['100%25', '100%25'],
  ['%25 %23 %20 %q %', '%25 %23 %20 %q %'],
  ['#1 #TC2 #TC12 #TX1 #v #', '#1 #TC2 #TC12 #TX1 #v #'],
  ['', ''],
])('%j is %j', (text, expected) => {
  expect(expandModifiers(text, CONTEXT)).toBe(expected)
})

test('what a modifier stands for is not expanded again', () => {
  const context = { ...CONTEXT, hostName: '%F#i%%', zone: { offset: 0, name: '#s' } }
  expect(expandModifiers('#n %Z', context)).toBe('%F#i%% #s')
})

test('only the last five digits of the number are used, and zones west of Greenwich have a minus', () => {
  expect(expandModifiers('#s', { ...CONTEXT, sequence: 1_234_567 })).toBe('34567')
  const zone = { offset: -12_600_000, name: 'NST' }
  expect(expandModifiers('%z', { ...CONTEXT, zone })).toBe('-0330')
})
