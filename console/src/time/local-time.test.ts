import { expect, test } from 'vitest'
import { deviceTime, formatClock, localAt } from '../app/clock/device-clock.ts'
import { inZone, manualAt } from './local-time.ts'
import { findZone, isFactoryZone, isSameZone } from './zone-names.ts'

const clockOf = (localDateTime: string, zone: string | undefined) => {
  const clock = deviceTime(localDateTime, zone, 1000)
  if (!clock) throw new Error('not a time')
  return clock
}

const stockholm = clockOf('2026-03-29T01:59:58+01:00', 'Europe/Stockholm')

test('a clock is HH:mm:ss, fields are DD/MM/YYYY and HH:mm, and both go over to summer time by themselves (TIME-07)', () => {
  expect(formatClock(localAt(stockholm, 1000))).toBe('01:59:58')
  expect(formatClock(localAt(stockholm, 3000))).toBe('03:00:00')
  expect(manualAt(stockholm, 3000)).toEqual({ date: '29/03/2026', time: '03:00' })
})

test('the manual fields hold the same moment in another zone', () => {
  expect(manualAt(stockholm, 1000)).toEqual({ date: '29/03/2026', time: '01:59' })
  expect(manualAt(inZone(stockholm, 'America/New_York'), 1000)).toEqual({
    date: '28/03/2026',
    time: '20:59',
  })
})

test('a clock without a named zone keeps its reported offset', () => {
  const posix = clockOf('2026-11-20T14:07:32-03:00', undefined)
  expect(formatClock(localAt(inZone(posix, ''), 61_000))).toBe('14:08:32')
})

test('zones are found by their aliases, and unknown ones are no error', () => {
  expect(findZone(['Asia/Calcutta', 'Europe/Rome'], 'Asia/Kolkata')).toBe('Asia/Calcutta')
  expect(findZone(['Europe/Rome'], 'Mars/Olympus')).toBeUndefined()
  expect(isSameZone('Mars/Olympus', 'Europe/Rome')).toBe(false)
  expect(isFactoryZone('Europe/Stockholm')).toBe(true)
  expect(isFactoryZone('')).toBe(false)
})
