import type { DeviceEvent } from '@lintel/contract/events'
import { expect, test, vi } from 'vitest'
import { startClock } from '../clock/clock.ts'
import { createEventBus } from '../events/bus.ts'
import { openKeypad } from './keypad.ts'
import type { Key } from './keypad.ts'

/**
 * A keypad with its own clock; `states` are those that it reported.
 * @param dials the speed dials; undefined on a keypad that doesn't call
 */
function openRig(pin?: { pinLength: number; pinTimeout: number }, dials?: readonly string[]) {
  const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  const events = createEventBus(() => clock.now())
  const sent: DeviceEvent[] = []
  events.subscribe((event) => void sent.push(event))
  const entered = vi.fn()
  const rung: string[] = []
  const speedDials = dials && {
    ring: (keys: string) => dials.includes(keys) && rung.push(keys) > 0,
    goOn: (keys: string) => dials.some((one) => one.startsWith(keys) && one !== keys),
  }
  const keypad = openKeypad({ clock, events, pin: () => pin, entered, speedDials })
  return {
    clock,
    events,
    entered,
    rung,
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
  expect(entered).toHaveBeenCalledExactlyOnceWith('123', true)
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
  expect(set.entered).toHaveBeenCalledExactlyOnceWith('1234', false)
  expect(set.states().at(-1)).toBe('KSM_PIN_MODE')
  const any = openRig()
  any.type('1'.repeat(33))
  expect(any.entered).toHaveBeenCalledExactlyOnceWith('1'.repeat(32), false)
})

test('a closed keypad reports nothing', async () => {
  const { type, keypad, clock, states } = openRig()
  type('1')
  keypad.close()
  await clock.advance(20_000)
  expect(states()).toEqual(['KSM_IDLE', 'KSM_PIN_MODE'])
})

test('keys that are a speed dial ring it once they are entered; others are a PIN (OPEN-54)', async () => {
  const { type, rung, entered, states, clock } = openRig(undefined, ['12', '*7'])
  type('12#')
  type('*7#')
  type('1C2#')
  type('123#')
  expect(rung).toEqual(['12', '*7'])
  expect(entered.mock.calls).toEqual([
    ['2', true],
    ['123', true],
  ])
  expect(states().at(-1)).toBe('KSM_IDLE')
  // What was not entered rings nobody.
  type('12')
  await clock.advance(10_000)
  expect(rung).toHaveLength(2)
})

test('with PINs of a fixed length, shorter and longer speed dials can be typed', () => {
  const { type, rung, entered } = openRig({ pinLength: 4, pinTimeout: 10 }, ['1', '1234', '567890'])
  type('1#')
  type('1234')
  type('567890#')
  expect(rung).toEqual(['1', '1234', '567890'])
  // Another PIN is entered by its length, one with the same beginning by #.
  type('9999')
  type('5678#')
  expect(entered.mock.calls).toEqual([
    ['9999', false],
    ['5678', true],
  ])
  type('56781')
  expect(entered.mock.calls.at(-1)).toEqual(['56781', false])
})
