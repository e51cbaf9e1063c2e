import { expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openRetransmission } from './retransmission.ts'

/** A host whose time stands still, so that only `advance` moves the clock. */
function open() {
  const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  const retransmission = openRetransmission(clock)
  const times: number[] = []
  let timeouts = 0
  return {
    clock,
    retransmission,
    times,
    timeouts: () => timeouts,
    request: (invite: boolean, repeats = true) =>
      retransmission.request({
        key: 'a',
        invite,
        repeats,
        again: () => times.push(clock.monotonic()),
        onTimeout: () => (timeouts += 1),
      }),
  }
}

test('an INVITE is repeated at intervals that double, and fails after 32 s', async () => {
  const { clock, times, timeouts, request } = open()
  request(true)
  await clock.advance(31_999)
  expect(times).toEqual([500, 1500, 3500, 7500, 15_500, 31_500])
  expect(timeouts()).toBe(0)
  await clock.advance(100_000)
  expect(times.length).toBe(6)
  expect(timeouts()).toBe(1)
})

test('other requests are repeated every 4 s at the most', async () => {
  const { clock, times, request } = open()
  request(false)
  await clock.advance(32_000)
  expect(times).toEqual([500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500])
})

test('a provisional response ends the repetitions of an INVITE, and slows down others', async () => {
  const invite = open()
  invite.request(true)
  await invite.clock.advance(600)
  invite.retransmission.answered('a', 100)
  await invite.clock.advance(100_000)
  expect([invite.times, invite.timeouts()]).toEqual([[500], 0])
  const other = open()
  other.request(false)
  await other.clock.advance(600)
  other.retransmission.answered('a', 100)
  await other.clock.advance(9400)
  expect(other.times).toEqual([500, 4600, 8600])
  other.retransmission.answered('a', 200)
  await other.clock.advance(100_000)
  expect([other.times.length, other.timeouts()]).toEqual([3, 0])
})

test('over streams nothing is repeated, but everything fails after 32 s', async () => {
  const { clock, times, timeouts, request } = open()
  request(true, false)
  await clock.advance(40_000)
  expect([times, timeouts()]).toEqual([[], 1])
})

test('a refusal is repeated until it is acknowledged, for 32 s at the most', async () => {
  const { clock, retransmission } = open()
  const times: number[] = []
  retransmission.refusal('a', () => times.push(clock.monotonic()))
  await clock.advance(2000)
  retransmission.acknowledged('a')
  await clock.advance(100_000)
  expect(times).toEqual([500, 1500])
  retransmission.refusal('b', () => times.push(clock.monotonic()))
  await clock.advance(100_000)
  expect(times.length).toBe(12)
})

test('nothing happens after it is closed', async () => {
  const { clock, retransmission, times, timeouts, request } = open()
  request(true)
  retransmission.refusal('b', () => times.push(0))
  retransmission.close()
  await clock.advance(100_000)
  expect([times, timeouts()]).toEqual([[], 0])
})
