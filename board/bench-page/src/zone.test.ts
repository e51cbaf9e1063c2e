import { expect, test } from 'vitest'
import { zoneText } from './zone.ts'

test.each([
  [null, 'UTC'],
  [{ name: 'UTC', offset: 0 }, 'UTC'],
  [{ name: 'Europe/London', offset: 0 }, 'Europe/London (UTC)'],
  [{ name: 'America/St_Johns', offset: -12_600_000 }, 'America/St Johns (UTC−3:30)'],
])('the zone %o is %s', (zone, text) => {
  expect(zoneText(zone)).toBe(text)
})
