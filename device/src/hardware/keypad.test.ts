import type { DeviceEvent } from '@lintel/contract/events'
import { expect, test, vi } from 'vitest'
import { startClock } from '../clock/clock.ts'
import { createEventBus } from '../events/bus.ts'
import { openKeypad } from './keypad.ts'
import type { Key } from './keypad.ts'

/** A keypad with its own clock; `states` are those that it reported. */
function openRig(pin?: { pinLength: number; pinTimeout: number }) {
  const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  const events = createEventBus(() => clock.now())
  const sent: DeviceEvent[] = []
  events.subscribe((event) => void sent.push(event))
  const entered = vi.fn()
  const keypad = openKeypad({ clock, events, pin: () => pin, entered })
  return {
    clock,
    events,
    entered,
    type: (keys: string) => Array.from(keys).forEach((key) => keypad.press(key as Key)),
    states: () => sent.map(({ data }) => data['State']),
    keypad,
  }
}

test('the first key starts a PIN, # enters it and C clears it (DEVICE-150)', () => {
  const { type, states, entered, events } = openRig()
  expect(events.current()[0]).toMatchObject({
    topic: 'Device/Intercom/KeypadState',
    source: { Source: 'Internal' },
    data: { State: 'KSM_IDLE' },
  })
  type('12')
  expect(states()).toEqual(['KSM_IDLE', 'KSM_PIN_MODE'])
  type('3#')
  expect(states().slice(2)).toEqual(['KSM_IDLE'])
  expect(entered).toHaveBeenCalledExactlyOnceWith(3)
  type('9C')
  expect(states().slice(3)).toEqual(['KSM_PIN_MODE', 'KSM_IDLE'])
  type('#C')
  expect(states().length).toBe(5)
  expect(entered).toHaveBeenCalledTimes(1)
})

test('a PIN times out 10 s after its last key, or after the configured time (CONFIGCHECK-04)', async () => {
  const plain = openRig()
  plain.type('1')
  await plain.clock.advance(9_000)
  plain.type('2')
  await plain.clock.advance(9_999)
  expect(plain.states().at(-1)).toBe('KSM_PIN_MODE')
  await plain.clock.advance(1)
  expect(plain.states().at(-1)).toBe('KSM_IDLE')
  expect(plain.entered).not.toHaveBeenCalled()
  const set = openRig({ pinLength: 0, pinTimeout: 3 })
  set.type('1')
  await set.clock.advance(2_999)
  expect(set.states().at(-1)).toBe('KSM_PIN_MODE')
  await set.clock.advance(1)
  expect(set.states().at(-1)).toBe('KSM_IDLE')
})

test('a PIN of the configured length is entered automatically; without one, 32 is the maximum', () => {
  const set = openRig({ pinLength: 4, pinTimeout: 10 })
  set.type('12345')
  expect(set.entered).toHaveBeenCalledExactlyOnceWith(4)
  expect(set.states().at(-1)).toBe('KSM_PIN_MODE')
  const any = openRig()
  any.type('1'.repeat(33))
  expect(any.entered).toHaveBeenCalledExactlyOnceWith(32)
})

test('a closed keypad reports nothing', async () => {
  const { type, keypad, clock, states } = openRig()
  type('1')
  keypad.close()
  await clock.advance(20_000)
  expect(states()).toEqual(['KSM_IDLE', 'KSM_PIN_MODE'])
})
