import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnection } from './connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const device = { there: true, probes: 0 }
  const onBack = vi.fn()
  const connection = createConnection({
    probe: () => {
      device.probes += 1
      return device.there ? Promise.resolve() : Promise.reject(new Error('gone'))
    },
    onBack,
  })
  return { device, onBack, connection }
}

test('one lost call does not mark the device as unreachable', async () => {
  const { device, connection, onBack } = watched()
  connection.lost()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([connection.gone.get(), device.probes]).toEqual([false, 1])
  expect(onBack).not.toHaveBeenCalled()
})

test('an unreachable device is polled until it is back, once for all lost calls (EXPECT-17)', async () => {
  const { device, connection, onBack } = watched()
  device.there = false
  connection.lost()
  connection.lost()
  await vi.advanceTimersByTimeAsync(0)
  connection.lost()
  expect([connection.gone.get(), device.probes]).toEqual([true, 1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(device.probes).toBe(3)
  device.there = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(connection.gone.get()).toBe(false)
  expect(onBack).toHaveBeenCalledTimes(1)
  expect(connection.returns.get()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(device.probes).toBe(4)
})

test('a call that is answered asks a device that counts as gone at once, and only that ends its absence (EXPECT-17)', async () => {
  const { device, connection } = watched()
  connection.answered()
  device.there = false
  connection.lost()
  await vi.advanceTimersByTimeAsync(0)
  connection.answered()
  await vi.advanceTimersByTimeAsync(0)
  expect([connection.gone.get(), device.probes]).toEqual([true, 2])
  device.there = true
  connection.answered()
  await vi.advanceTimersByTimeAsync(0)
  expect([connection.gone.get(), device.probes]).toEqual([false, 3])
})
