import { expect, test } from 'vitest'
import { keepHidden } from './hidden.ts'
import {
  checkReader,
  protocolsOf,
  readerInput,
  readerValues,
  shownFields,
} from './protocol-values.ts'
import type { ReaderValues } from './protocol-values.ts'
import { readerIn } from './reader-state.ts'

const stored = readerValues(readerIn(undefined))
const wiegand = (more: Partial<ReaderValues> = {}): ReaderValues => ({
  ...stored,
  readerProtocol: 'Wiegand',
  ...more,
})
const shown = (values: ReaderValues) => Array.from(shownFields(values)).toSorted()

test('only protocols of the device are offered, and the one that is set (READER-07, READER-08)', () => {
  expect(protocolsOf(['None', 'Wiegand', 'Other'], 'None')).toEqual(['None', 'Wiegand'])
  expect(protocolsOf(['None'], 'OSDP')).toEqual(['None', 'OSDP'])
})

test('each protocol has its own fields (READER-07, READER-22)', () => {
  expect(shown({ ...stored, readerProtocol: 'None' })).toEqual(['readerProtocol'])
  expect(shown({ ...stored, readerProtocol: 'IPAccess' })).toEqual(['readerProtocol'])
  expect(shown({ ...stored, readerProtocol: 'OSDP' })).toEqual(['osdpAddress', 'readerProtocol'])
  expect(shown(wiegand())).toEqual([
    'beeper',
    'keypressFormat',
    'ledColorDefault',
    'nbrOfLedPins',
    'readerProtocol',
  ])
})

test.each([
  ['0', ['ledColorDefault']],
  ['1', ['led1Pin', 'ledColor0', 'ledColor1', 'ledColorDefault']],
  [
    '2',
    [
      'led1Pin',
      'led2Pin',
      'ledColor00',
      'ledColor01',
      'ledColor10',
      'ledColor11',
      'ledColorDefault',
    ],
  ],
])('with %s LED pins there are the pins and colours %j (READER-12, READER-13)', (pins, all) => {
  const found = shown(wiegand({ nbrOfLedPins: pins })).filter((field) => field.startsWith('led'))
  expect(found).toEqual(all)
})

test('a beeper has a pin, and some formats of keys a facility code (READER-14, READER-16)', () => {
  expect(shown(wiegand({ beeper: true }))).toContain('beeperPin')
  expect(shown(wiegand({ keypressFormat: 'Wiegand26' }))).toContain('keypressFacilityCode')
  expect(shown(wiegand({ keypressFormat: 'Wiegand37' }))).not.toContain('keypressFacilityCode')
})

test('only fields that are shown can be wrong (READER-17, READER-19, READER-21)', () => {
  const wrong = { keypressFacilityCode: '256', osdpAddress: '127', beeper: true, nbrOfLedPins: '2' }
  const of = (more: Partial<ReaderValues>) => checkReader({ ...stored, ...wrong, ...more })
  expect(of({ readerProtocol: 'None' })).toEqual({})
  expect(of({ readerProtocol: 'IPAccess' })).toEqual({})
  expect(of({ readerProtocol: 'OSDP' })).toEqual({
    osdpAddress: { id: 'validation.errorBetween', values: { min: 0, max: 126 } },
  })
  const required = { id: 'validation.errorRequired' }
  expect(of({ readerProtocol: 'Wiegand', keypressFormat: 'Wiegand26' })).toEqual({
    led1Pin: required,
    led2Pin: required,
    beeperPin: required,
    keypressFacilityCode: { id: 'validation.errorBetween', values: { min: 0, max: 255 } },
  })
})

test('a save has the protocol with its own members, and hidden fields as they were (READER-09, READER-11)', () => {
  expect(readerInput({ ...stored, readerProtocol: 'None' })).toEqual({ Protocol: 'None' })
  expect(readerInput({ ...stored, readerProtocol: 'IPAccess' })).toEqual({ Protocol: 'IPAccess' })
  expect(readerInput({ ...stored, readerProtocol: 'OSDP', osdpAddress: '7' })).toEqual({
    Protocol: 'OSDP',
    OSDPConfiguration: { OSDPAddress: 7 },
  })
  const typed = wiegand({ nbrOfLedPins: '1', led1Pin: 'I1', led2Pin: 'I2', ledColor1: 'Red' })
  expect(readerInput(keepHidden(typed, stored, shownFields(typed)))).toMatchObject({
    Protocol: 'Wiegand',
    WiegandConfiguration: { nbrOfLEDPins: 1, LED1Pin: 'I1', LED2Pin: '', LEDColor1: 'Red' },
  })
})
