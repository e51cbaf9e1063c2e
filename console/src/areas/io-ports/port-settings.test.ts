import { expect, test } from 'vitest'
import {
  checkPort,
  parametersOf,
  proposedPulse,
  sameSettings,
  settingsIn,
  storedOf,
  warnOfPort,
} from './port-settings.ts'
import type { PortSettings } from './port-settings.ts'

const OUTPUT: PortSettings = {
  direction: 'output',
  usage: '',
  inputName: 'Input 3',
  inputNormal: 'open',
  outputName: 'Output 3',
  outputNormal: 'open',
  mode: 'bistable',
  pulseTime: '0',
  delayTime: '0',
  button: 'none',
}

const errors = (change: Partial<PortSettings>) =>
  Object.fromEntries(
    Object.entries(checkPort({ ...OUTPUT, ...change })).map(([name, found]) => [name, found.id]),
  )

test.each([
  ['', 'validation.errorRequired'],
  ['   ', 'validation.errorRequired'],
  ['a', undefined],
  ['x'.repeat(20), undefined],
  ['x'.repeat(21), 'validation.errorMaxCharacters'],
  ['left\tdoor', 'validation.errorInvalid'],
])('the name %j is %s (IO-12)', (name, id) => {
  expect(errors({ outputName: name })['outputName']).toBe(id)
  expect(errors({ direction: 'input', inputName: name })['inputName']).toBe(id)
  // The other direction's name is not on the page.
  expect(errors({ inputName: name })).toEqual({})
})

test.each([
  ['0', 'validation.numberBetween', undefined],
  ['1', undefined, undefined],
  ['60', undefined, undefined],
  ['60.001', 'validation.numberBetween', 'validation.numberBetween'],
  ['', 'validation.errorRequired', 'validation.errorRequired'],
  ['1.5', undefined, undefined],
  ['0,5', undefined, undefined],
  ['0.0001', 'validation.numberBetween', undefined],
  ['-1', 'validation.numberBetween', 'validation.numberBetween'],
  ['1e3', 'validation.numberBetween', 'validation.numberBetween'],
  [' 5 ', undefined, undefined],
  ['5 s', 'validation.errorNaN', 'validation.errorNaN'],
])('%j s: a pulse is %s, a delay %s', (time, pulse, delay) => {
  expect(errors({ mode: 'monostable', pulseTime: time })['pulseTime']).toBe(pulse)
  expect(errors({ button: 'pulse', pulseTime: time })['pulseTime']).toBe(pulse)
  expect(errors({ pulseTime: time })).toEqual({})
  expect(errors({ delayTime: time })['delayTime']).toBe(delay)
})

test('a purpose has at most 64 characters', () => {
  expect(errors({ usage: 'x'.repeat(64) })).toEqual({})
  expect(errors({ usage: 'x'.repeat(65) })['usage']).toBe('validation.errorMaxCharacters')
  expect(errors({ usage: 'left\tdoor' })['usage']).toBe('validation.errorInvalid')
})

test('only what differs is written, the normal state as its opposite (IO-13, DEVICE-29)', () => {
  const typed = { ...OUTPUT, outputName: 'Strike', outputNormal: 'closed' } as const
  expect(parametersOf('I2', OUTPUT, storedOf(OUTPUT, typed))).toEqual({
    'root.IOPort.I2.Output.Name': 'Strike',
    'root.IOPort.I2.Output.Active': 'open',
  })
})

test('a time is normalised when it is written, and equal times are no change', () => {
  const typed = { ...OUTPUT, mode: 'monostable', pulseTime: '02.50', delayTime: ' 0,4 ' } as const
  expect(parametersOf('I2', OUTPUT, storedOf(OUTPUT, typed))).toMatchObject({
    'root.IOPort.I2.Output.PulseTime': '2500',
    'root.IOPort.I2.Output.DelayTime': '400',
  })
  expect(sameSettings(OUTPUT, { ...OUTPUT, delayTime: `0${OUTPUT.delayTime}` })).toBe(true)
})

test('fields that are hidden for the chosen direction keep their stored values', () => {
  const typed: PortSettings = {
    ...OUTPUT,
    direction: 'input',
    inputName: 'Bell',
    outputName: '',
    mode: 'monostable',
    pulseTime: 'x',
  }
  expect(storedOf(OUTPUT, typed)).toEqual({ ...OUTPUT, direction: 'input', inputName: 'Bell' })
  expect(storedOf(OUTPUT, { ...OUTPUT, inputName: '', pulseTime: 'x' })).toEqual(OUTPUT)
})

test('a time is shown in seconds, and a pulse without a length gets one proposed', () => {
  const values = new Map([
    ['root.IOPort.I2.Direction', 'output'],
    ['root.IOPort.I2.Output.PulseTime', '2500'],
    ['root.IOPort.I2.Output.DelayTime', '0'],
  ])
  expect(settingsIn(values, 'I2')).toMatchObject({ pulseTime: '2.5', delayTime: '0' })
  expect(proposedPulse('2.5')).toBe('2.5')
  expect(proposedPulse('0')).toBe('3')
})

test('settings are read from the parameters; a missing port has none (DEVICE-28)', () => {
  const values = new Map([
    ['root.IOPort.I0.Direction', 'input'],
    ['root.IOPort.I0.Input.Name', 'Bell'],
    ['root.IOPort.I0.Input.Trig', 'open'],
  ])
  expect(settingsIn(values, 'I0')).toMatchObject({ inputName: 'Bell', inputNormal: 'closed' })
  expect(settingsIn(values, 'I1')).toBeUndefined()
})

test.each([
  ['a bistable relay', {}, true],
  ['a relay that switches on or off', { button: 'actinact' }, true],
  ['a bistable relay whose button pulses', { button: 'pulse' }, false],
  ['a relay that pulses', { mode: 'monostable', pulseTime: '3' }, false],
  ['a relay without a button', { liveView: false }, false],
  ['an input', { direction: 'input' }, false],
] as const)('the button of %s leaves a door unlocked: %o, %s', (_what, change, stays) => {
  const values = { ...OUTPUT, liveView: true, ...change }
  const warning = stays ? { button: { id: 'ioPorts.button.stays' } } : {}
  expect(warnOfPort(values, { configurable: false })).toMatchObject(warning)
  expect(warnOfPort(values, { configurable: false })).toEqual(stays ? expect.anything() : {})
  // What can be an input, too, is no door.
  expect(warnOfPort(values, { configurable: true })).toEqual({})
})
