import type { FromDevice } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDevice } from '../services/testing/test-device.ts'
import { openZoneReport } from './zone-report.ts'

const HOUR = 3_600_000

test('the board learns the time zone, and its offset whenever that changes', async () => {
  const device = await openTestDevice([])
  onTestFinished(() => device.close())
  const { clock, parameters } = device
  const sent: FromDevice[] = []
  const report = openZoneReport({ clock, parameters, wire: { send: (one) => sent.push(one) } })
  const told = () => sent.splice(0).map((one) => (one.type === 'timeZone' ? one.zone : undefined))
  clock.set(Date.UTC(2027, 2, 27, 12))
  await report.start?.()
  expect(told()).toEqual([{ name: 'Europe/Stockholm', offset: HOUR }])
  await clock.advance(12 * HOUR)
  expect(told()).toEqual([])
  // Summer time begins at 1:00 UTC.
  await clock.advance(HOUR + 1)
  expect(told()).toEqual([{ name: 'Europe/Stockholm', offset: 2 * HOUR }])
  clock.set(Date.UTC(2027, 0, 1))
  expect(told()).toEqual([{ name: 'Europe/Stockholm', offset: HOUR }])
  await report.close?.()
  clock.set(Date.UTC(2027, 6, 1))
  expect(told()).toEqual([])
})
