import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { CHANGE_KEY } from './change.ts'
import type { FirmwareChange, RunningNow } from './change.ts'
import { createFirmwareWatch } from './watch.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 13) })
})
afterEach(() => {
  vi.useRealTimers()
})

const OLD: RunningNow = { bootId: 'a', version: '9.80.3', part: 'A', installed: '', kept: true }
const NEW: RunningNow = {
  bootId: 'b',
  version: '9.80.4',
  part: 'B',
  installed: '2026-11-20 13:00:00',
  kept: true,
}
const TRIED: RunningNow = { ...NEW, kept: false }
const FELL_BACK: RunningNow = { ...OLD, bootId: 'b', kept: true }

/** A watch with its own storage, and a device that reports `device.running`. */
function watched(change: Partial<FirmwareChange> = {}) {
  const storage = memoryStorage()
  const device = { running: undefined as RunningNow | undefined, polls: 0 }
  const reload = vi.fn()
  const open = () =>
    createFirmwareWatch({
      storage,
      now: () => Date.now(),
      ask: () => {
        device.polls += 1
        return device.running
          ? Promise.resolve(device.running)
          : Promise.reject(new Error('no answer'))
      },
      reload,
    })
  const watch = open()
  watch.begin({ ...OLD, type: 'upgrade', at: Date.now(), answered: true, ...change })
  const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  return {
    watch,
    open,
    device,
    reload,
    advance,
    isStored: () => storage.getItem(CHANGE_KEY) !== null,
  }
}

test('success comes 180 s after the call, and not before (MAINT-10, OPEN-15)', async () => {
  const { watch, device, advance, isStored } = watched()
  device.running = NEW
  watch.follow()
  await advance(179_999)
  expect(watch.state.get()?.phase).toBe('waiting')
  await advance(1)
  expect(watch.state.get()).toMatchObject({ phase: 'successful', version: '9.80.4' })
  expect(isStored()).toBe(false)
})

test('what the device says of its firmware is known as soon as it says so', async () => {
  const { watch, device, advance } = watched()
  watch.follow()
  await advance(30_000)
  expect(watch.state.get()).not.toHaveProperty('now')
  device.running = TRIED
  await advance(5_000)
  expect(watch.state.get()).toMatchObject({ phase: 'waiting', now: { kept: false } })
  device.running = NEW
  await advance(5_000)
  expect(watch.state.get()).toMatchObject({ phase: 'waiting', now: { kept: true } })
  const { polls } = device
  await advance(139_999)
  expect([watch.state.get()?.phase, device.polls]).toEqual(['waiting', polls])
  await advance(1)
  expect(watch.state.get()?.phase).toBe('successful')
})

test('firmware that is tried for longer than 180 s is no success before the device keeps it (MAINT-10)', async () => {
  const { watch, device, advance } = watched()
  device.running = TRIED
  watch.follow()
  await advance(200_000)
  expect(watch.state.get()?.phase).toBe('waiting')
  device.running = NEW
  await advance(5_000)
  expect(watch.state.get()?.phase).toBe('successful')
})

test('a rollback waits as long (MAINT-11)', async () => {
  const { watch, device, advance } = watched({ ...NEW, type: 'rollback' })
  device.running = { ...OLD, bootId: 'c' }
  watch.follow()
  await advance(179_999)
  expect(watch.state.get()?.phase).toBe('waiting')
  await advance(1)
  expect(watch.state.get()).toMatchObject({ phase: 'successful', version: '9.80.3' })
})

test('a device that rolled back by itself has failed, as soon as it reports so (MAINT-12)', async () => {
  const { watch, device, advance } = watched()
  watch.follow()
  await advance(30_000)
  expect(watch.state.get()?.phase).toBe('waiting')
  device.running = FELL_BACK
  await advance(5_000)
  expect(watch.state.get()).toMatchObject({ phase: 'failed', why: 'fellBack', version: '9.80.3' })
})

test('a rollback during the trial of new firmware has failed too (MAINT-12)', async () => {
  const { watch, device, advance } = watched()
  device.running = TRIED
  watch.follow()
  await advance(60_000)
  device.running = { ...FELL_BACK, bootId: 'c' }
  await advance(5_000)
  expect(watch.state.get()).toMatchObject({ phase: 'failed', why: 'fellBack' })
})

test('a device that has not restarted after 180 s has failed (MAINT-12)', async () => {
  const { watch, device, advance } = watched()
  device.running = OLD
  watch.follow()
  await advance(179_000)
  expect(watch.state.get()?.phase).toBe('waiting')
  await advance(5_000)
  expect(watch.state.get()).toMatchObject({ phase: 'failed', why: 'notRestarted' })
})

test('a device that does not respond is not reported, however long it takes', async () => {
  const { watch, device, advance } = watched()
  watch.follow()
  await advance(600_000)
  expect(watch.state.get()?.phase).toBe('waiting')
  device.running = NEW
  await advance(5_000)
  expect(watch.state.get()?.phase).toBe('successful')
})

test('a page loaded in the meantime continues the watch (EXPECT-37)', async () => {
  const { watch, open, device, advance } = watched()
  device.running = NEW
  watch.follow()
  await advance(60_000)
  watch.pause()
  const { polls } = device
  await advance(60_000)
  expect(device.polls).toBe(polls)
  const later = open()
  later.follow()
  expect(later.state.get()).toMatchObject({ phase: 'waiting', change: { version: '9.80.3' } })
  await advance(60_000)
  expect(later.state.get()?.phase).toBe('successful')
})

test('without a response to the upload, an unchanged device has not accepted the file', async () => {
  const { watch, device, advance } = watched({ answered: false })
  device.running = OLD
  watch.follow()
  await advance(9_999)
  expect(watch.state.get()?.phase).toBe('waiting')
  await advance(1)
  expect(watch.state.get()).toMatchObject({ phase: 'failed', why: 'notRestarted' })
})

test('without a response to the upload, other firmware counts as accepted and is waited for', async () => {
  const { watch, open, device, reload, advance } = watched({ answered: false })
  watch.follow()
  await advance(20_000)
  device.running = NEW
  await advance(5_000)
  expect(reload).toHaveBeenCalledTimes(1)
  const later = open()
  later.follow()
  await advance(154_999)
  expect(later.state.get()?.phase).toBe('waiting')
  await advance(1)
  expect(later.state.get()?.phase).toBe('successful')
})

test('a response that arrives after stopping is ignored', async () => {
  const { watch, device, advance } = watched()
  device.running = FELL_BACK
  watch.follow()
  watch.pause()
  await advance(0)
  expect(watch.state.get()?.phase).toBe('waiting')
  watch.dismiss()
  watch.follow()
  await advance(200_000)
  expect([watch.state.get(), device.polls]).toEqual([undefined, 1])
})
