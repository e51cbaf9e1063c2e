import { expect, test, vi } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openLight } from './light.ts'
import type { Blinking, LedCommand } from './osdp/light-and-sound.ts'

const COLOURS = {
  nbrOfLEDPins: 0,
  LED1Pin: '',
  LED2Pin: '',
  beeper: false,
  beeperPin: '',
  LEDColorDefault: 'White',
  LEDColor0: 'Off',
  LEDColor1: 'Off',
  LEDColor00: 'Off',
  LEDColor01: 'Off',
  LEDColor10: 'Off',
  LEDColor11: 'Off',
  keypressFormat: 'FourBit',
  keypressFacilityCode: 0,
} as const

function openRig() {
  const clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  const changed = vi.fn()
  const settings = () => ({ Protocol: 'OSDP' as const, WiegandConfiguration: COLOURS })
  const light = openLight({ clock, settings, input: () => undefined, changed })
  const led = (part: Partial<LedCommand>) =>
    light.led({ reader: 0, led: 0, temporary: 'keep', permanent: 'keep', ...part })
  return { clock, light, led, changed }
}

const steady = (colour: 'Red' | 'Green'): Blinking => ({
  onTime: 1,
  offTime: 0,
  onColour: colour,
  offColour: colour,
})

test('a temporary state ends after its time, or when it is cancelled, and shows the permanent one', async () => {
  const { clock, light, led, changed } = openRig()
  led({ permanent: steady('Red') })
  led({ temporary: { ...steady('Green'), time: 20 } })
  expect(light.state().colour).toBe('Green')
  led({})
  await clock.advance(1_999)
  expect(light.state().colour).toBe('Green')
  changed.mockClear()
  await clock.advance(1)
  expect(light.state().colour).toBe('Red')
  expect(changed).toHaveBeenCalledTimes(1)
  led({ temporary: { ...steady('Green'), time: 20 } })
  led({ temporary: 'cancel' })
  expect(light.state().colour).toBe('Red')
  // A new one has its own time.
  led({ temporary: { ...steady('Green'), time: 20 } })
  await clock.advance(1_500)
  led({ temporary: { ...steady('Green'), time: 20 } })
  await clock.advance(1_500)
  expect(light.state().colour).toBe('Green')
})

test('a light with an on-time and an off-time blinks; one without an on-time has its other colour', () => {
  const { light, led } = openRig()
  const blinking = { onTime: 5, offTime: 5, onColour: 'Red', offColour: 'Off' } as const
  led({ permanent: blinking })
  expect(light.state()).toMatchObject({ colour: 'Red', blinksWith: 'Off' })
  led({ permanent: { ...blinking, offColour: 'Red' } })
  expect(light.state()).toMatchObject({ colour: 'Red', blinksWith: null })
  led({ permanent: { ...blinking, onTime: 0, offColour: 'Blue' } })
  expect(light.state()).toMatchObject({ colour: 'Blue', blinksWith: null })
})

test('commands for other readers or LEDs have no effect', () => {
  const { light, led, changed } = openRig()
  led({ reader: 1, permanent: steady('Red') })
  led({ led: 1, permanent: steady('Red') })
  light.buzzer({ reader: 1, sounds: true, onTime: 1, offTime: 1, count: 1 })
  expect(light.state()).toMatchObject({ colour: 'White', beeps: false })
  expect(changed).not.toHaveBeenCalled()
})

test('the buzzer sounds as often as it is told, or until the next command', async () => {
  const { clock, light } = openRig()
  light.buzzer({ reader: 0, sounds: true, onTime: 2, offTime: 3, count: 3 })
  await clock.advance(1_199)
  expect(light.state().beeps).toBe(true)
  await clock.advance(1)
  expect(light.state().beeps).toBe(false)
  light.buzzer({ reader: 0, sounds: true, onTime: 2, offTime: 3, count: 0 })
  await clock.advance(60_000)
  expect(light.state().beeps).toBe(true)
  light.buzzer({ reader: 0, sounds: true, onTime: 0, offTime: 3, count: 0 })
  expect(light.state().beeps).toBe(false)
})

test('after a reset the light is as after a start', () => {
  const { light, led } = openRig()
  led({ permanent: steady('Red') })
  light.buzzer({ reader: 0, sounds: true, onTime: 2, offTime: 3, count: 0 })
  light.reset()
  expect(light.state()).toMatchObject({ colour: 'White', beeps: false, blinksWith: null })
})
