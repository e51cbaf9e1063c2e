import type { OutputFormat } from '@lintel/contract/card-reader'
import { expect, test } from 'vitest'
import { messageOf } from './output-format.ts'
import { numberBits } from './bits.ts'

const format = (part: Partial<OutputFormat>): OutputFormat => ({
  cardFormat: 'Wiegand26',
  cardFacilityCodeOverrideMode: 'Auto',
  cardFacilityCode: 91,
  Custom: {
    facilityCodeSize: 4,
    cardNumberSize: 4,
    startParity: 'Even',
    startParityBits: 4,
    stopParity: 'None',
    stopParityBits: 0,
  },
  ...part,
})

const override = (cardFacilityCodeOverrideMode: OutputFormat['cardFacilityCodeOverrideMode']) =>
  format({ cardFacilityCodeOverrideMode })

// Facility code 90, card number 324: jessety/wiegand-encoder.
const CODE_90 = '00101101000000001010001000'
const data = (facilityCode: number, cardNumber: number) =>
  numberBits(BigInt(facilityCode * 65_536 + cardNumber), 24)

test('the last bits of a card are its number, those before its facility code (READER-66)', () => {
  expect(messageOf(format({}), data(90, 324), true)).toBe(CODE_90)
  expect(messageOf(format({}), `10110111${data(90, 324)}`, false)).toBe(CODE_90)
  // 324 without a facility code.
  expect(messageOf(format({}), '101000100', false)).toBe('00000000000000001010001000')
  expect(messageOf(format({ cardFormat: 'Raw' }), '101000100', false)).toBe('101000100')
  expect(messageOf(format({ cardFormat: 'Custom' }), '00010011', false)).toBe('100010011')
})

test('our facility code takes the place of none, or always (READER-67)', () => {
  const number = numberBits(1_227n, 16)
  // Facility code 91, card number 1227: jessety/wiegand-encoder.
  const code91 = '10101101100000100110010111'
  expect(messageOf(override('Optional'), number, true)).toBe(code91)
  expect(messageOf(override('Optional'), data(90, 324), true)).toBe(CODE_90)
  expect(messageOf(override('Optional'), `0${number}`, true)).not.toBe(code91)
  expect(messageOf(override('Override'), data(90, 1_227), true)).toBe(code91)
  expect(messageOf(override('Auto'), number, true)?.slice(1, 9)).toBe('00000000')
})

test('stored bits that are a whole message have to have right parity bits', () => {
  expect(messageOf(format({}), CODE_90, true)).toBe(CODE_90)
  expect(messageOf(override('Optional'), CODE_90, true)).toBe(CODE_90)
  const wrong = `1${CODE_90.slice(1)}`
  expect(messageOf(format({}), wrong, true)).toBeUndefined()
  expect(messageOf(override('Override'), wrong, true)).toBeUndefined()
  // A serial number has no parity bits, whatever its length.
  expect(messageOf(format({}), wrong, false)).toHaveLength(26)
  const tag = 0x1c001fc656n.toString(2)
  expect(messageOf(format({ cardFormat: 'Wiegand37' }), tag, true)).toBe(tag)
  expect(messageOf(format({ cardFormat: 'Wiegand37FacilityCode' }), tag, true)).toBe(tag)
  expect(messageOf(format({ cardFormat: 'Custom' }), '000010011', true)).toBeUndefined()
  expect(messageOf(format({ cardFormat: 'Custom' }), '100010011', true)).toBe('100010011')
})

test('without parity bits of our own, as many bits are no message', () => {
  const plain = format({ cardFormat: 'Custom' })
  plain.Custom = { ...plain.Custom, startParity: 'None' }
  expect(messageOf(plain, '11111111', true)).toBe('11111111')
})
