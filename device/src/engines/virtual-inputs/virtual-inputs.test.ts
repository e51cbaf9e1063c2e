import { expect, onTestFinished, test, vi } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { createEventBus } from '../../events/bus.ts'
import { openVirtualInputs } from './virtual-inputs.ts'

function open() {
  const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  const error = vi.fn<() => void>()
  const events = createEventBus(() => clock.now())
  const inputs = openVirtualInputs({ clock, events, log: { error } })
  onTestFinished(() => {
    inputs.close()
    expect(error).not.toHaveBeenCalled()
  })
  return { clock, inputs }
}

test('subscribers hear of changes alone', () => {
  const { inputs } = open()
  const heard = vi.fn<() => void>()
  const stop = inputs.subscribe(heard)
  expect([inputs.set(1, true), inputs.set(1, true), inputs.set(1, false)]).toEqual([
    true,
    false,
    true,
  ])
  inputs.manualTrigger.order([{ active: true, wait: 0 }])
  expect(heard).toHaveBeenCalledTimes(3)
  stop()
  inputs.set(2, true)
  expect(heard).toHaveBeenCalledTimes(3)
})

test('an order made by a subscriber replaces the one that it heard of', async () => {
  const { clock, inputs } = open()
  inputs.subscribe(() => {
    if (inputs.isActive(1)) inputs.set(1, false)
  })
  inputs.set(1, true, 5)
  expect(inputs.isActive(1)).toBe(false)
  inputs.subscribe(() => expect.unreachable())
  await clock.advance(10_000)
})

test('a restored state ends what was ordered before', async () => {
  const { clock, inputs } = open()
  const { manualTrigger } = inputs
  manualTrigger.order([
    { active: true, wait: 5_000 },
    { active: false, wait: 5_000 },
    { active: true, wait: 0 },
  ])
  await inputs.stateRestored?.()
  expect(manualTrigger.isActive()).toBe(false)
  await clock.advance(20_000)
  expect(manualTrigger.isActive()).toBe(false)
})

test('nothing happens after it has closed', async () => {
  const { clock, inputs } = open()
  inputs.set(1, true, 5)
  inputs.subscribe(() => expect.unreachable())
  inputs.close()
  await clock.advance(10_000)
  expect(inputs.isActive(1)).toBe(true)
})

test.each([0, 33, 1.5, -1])('there is no input %d', (port) => {
  const { inputs } = open()
  expect(() => inputs.isActive(port)).toThrow('There is no virtual input')
  expect(() => inputs.set(port, true)).toThrow('There is no virtual input')
})
