import { expect, test } from 'vitest'
import { zoneText } from './zone.ts'

const HOUR = 3_600_000

test.each([
  [{ name: 'Europe/Stockholm', offset: HOUR }, 'Europe/Stockholm (UTC+1)'],
  [{ name: 'America/St_Johns', offset: -3.5 * HOUR }, 'America/St Johns (UTC−3:30)'],
  [{ name: 'Europe/London', offset: 0 }, 'Europe/London (UTC)'],
  // Its name says it already.
  [{ name: 'UTC', offset: 0 }, 'UTC'],
  [null, 'UTC'],
])('the zone %j is %s', (zone, shown) => {
  expect(zoneText(zone)).toBe(shown)
})
