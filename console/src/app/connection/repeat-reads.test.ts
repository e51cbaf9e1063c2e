import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { DeviceFault } from '@lintel/contract/fault'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createStore } from '@lintel/ui/store'
import { repeatLostReads } from './repeat-reads.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A page that shows a value of the device, which it reads again on request. */
function watched(fault?: DeviceFault) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const gone = createStore(false)
  const device = { value: 'old', fault, reads: 0 }
  onTestFinished(repeatLostReads(queries, gone))
  const observer = new QueryObserver(queries, {
    queryKey: ['value'],
    queryFn: () => {
      device.reads += 1
      return device.fault ? Promise.reject(device.fault) : Promise.resolve(device.value)
    },
  })
  const leave = observer.subscribe(() => undefined)
  onTestFinished(() => {
    queries.clear()
  })
  return {
    device,
    gone,
    leave,
    shown: () => observer.getCurrentResult().data,
    readAgain: () => queries.invalidateQueries(),
  }
}

const lost = () => new DeviceFault('unreachable', 'value', 'no answer')

/** Shows a value, changes it on the device, and loses the read that would show the change. */
async function losesARead(fault = lost()) {
  const page = watched()
  await vi.advanceTimersByTimeAsync(0)
  page.device.value = 'new'
  page.device.fault = fault
  await page.readAgain()
  expect([page.shown(), page.device.reads]).toEqual(['old', 2])
  return page
}

test('a read that is lost while the device answers is repeated until it succeeds (EXPECT-17)', async () => {
  const { device, shown } = await losesARead()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([shown(), device.reads]).toEqual(['old', 3])
  device.fault = undefined
  await vi.advanceTimersByTimeAsync(5_000)
  expect([shown(), device.reads]).toEqual(['new', 4])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(device.reads).toBe(4)
})

test('nothing is repeated while the device is gone, for its return reads everything again', async () => {
  const { device, gone } = await losesARead()
  gone.set(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(device.reads).toBe(2)
})

test('a value that no page shows any more is not repeated', async () => {
  const { device, leave } = await losesARead()
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(device.reads).toBe(2)
})

test('a read that somebody repeats earlier is not repeated twice', async () => {
  const { device, readAgain } = await losesARead()
  device.fault = undefined
  await readAgain()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(device.reads).toBe(3)
})

test('several reads of a value that are lost together are repeated once', async () => {
  const { device, readAgain } = await losesARead()
  await readAgain()
  await readAgain()
  expect(device.reads).toBe(4)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(device.reads).toBe(6)
})

test('an answer that refuses the read is not asked for again', async () => {
  const { device } = await losesARead(new DeviceFault('forbidden', 'value', 'no access'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(device.reads).toBe(2)
})

test('a first read that fails is left to the user, who sees that it failed', async () => {
  const page = watched(lost())
  await vi.advanceTimersByTimeAsync(60_000)
  await page.readAgain()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.device.reads).toBe(2)
})
