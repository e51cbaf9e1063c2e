import { describe, expect, test } from 'vitest'
import { numberBits } from './bits.ts'
import { LAYOUTS, customLayout, decodeWiegand, encodeWiegand, lengthOf } from './wiegand.ts'
import type { Layout } from './wiegand.ts'
import { randomFrom } from './testing/random.ts'

const message = (layout: Layout, facilityCode: number, cardNumber: number) =>
  encodeWiegand(layout, { facilityCode: BigInt(facilityCode), cardNumber: BigInt(cardNumber) })

const hex = (value: bigint, size: number) => numberBits(value, size)

// 12 + 24 bits, each parity bit over half of them.
const halves = customLayout({
  facilityCodeSize: 12,
  cardNumberSize: 24,
  startParity: 'Even',
  startParityBits: 18,
  stopParity: 'Odd',
  stopParityBits: 18,
})

// jessety/wiegand-encoder, tests/encode.test.ts (26 and 38 bits).
const JESSETY: [Layout, number, number, string][] = [
  [LAYOUTS.Wiegand26, 255, 65_535, '01111111111111111111111111'],
  [LAYOUTS.Wiegand26, 0, 0, '00000000000000000000000001'],
  [LAYOUTS.Wiegand26, 90, 324, '00101101000000001010001000'],
  [LAYOUTS.Wiegand26, 91, 1_227, '10101101100000100110010111'],
  [LAYOUTS.Wiegand26, 14, 711, '10000111000000010110001111'],
  [halves, 4_095, 16_777_215, '01111111111111111111111111111111111111'],
  [halves, 0, 0, '00000000000000000000000000000000000001'],
  [halves, 90, 324, '00000010110100000000000000001010001000'],
  [halves, 91, 1_227, '10000010110110000000000000100110010111'],
  [halves, 14, 711, '10000000011100000000000000010110001111'],
]

// smartrent/wiegand, test/wiegand_test.exs (H10301).
const SMARTRENT: typeof JESSETY = [
  [LAYOUTS.Wiegand26, 101, 251, hex(0x0ca01f6n, 26)],
  [LAYOUTS.Wiegand26, 101, 2_592, hex(0x0ca1440n, 26)],
  [LAYOUTS.Wiegand26, 255, 65_535, hex(0x1ffffffn, 26)],
]

// Output of Proxmark3 (`lf hid decode 10001fc656`, `lf hid encode H10304 f 49153 c 516907` and
// `lf hid encode H10302 c 220577`), as published in a collection of its examples. A tag of 37 bits
// has no header.
const PROXMARK: typeof JESSETY = [
  // tools/pm3_tests.sh: `lf hid demod` (raw 2006ec0c86 with its header), `lf pyramid demod` and `lf awid demod`.
  [LAYOUTS.Wiegand26, 118, 1_603, hex(0x2ec0c86n, 26)],
  [LAYOUTS.Wiegand26, 123, 11_223, hex(0x2f657aen, 26)],
  [LAYOUTS.Wiegand26, 224, 1_337, hex(0x3c00a73n, 26)],
  [LAYOUTS.Wiegand37, 0, 1_041_195, hex(0x10001fc656n, 37)],
  [LAYOUTS.Wiegand37FacilityCode, 1, 516_907, hex(0x10001fc656n, 37)],
  [LAYOUTS.Wiegand37FacilityCode, 49_153, 516_907, hex(0x1c001fc656n, 37)],
  [LAYOUTS.Wiegand37, 0, 220_577, hex(0x100006bb43n, 37)],
  [LAYOUTS.Wiegand37FacilityCode, 49_152, 220_577, hex(0x1c0006bb43n, 37)],
]

// By hand, from `Pack_H10306` of Proxmark3: even parity over the facility code, odd over the number.
const BY_HAND: typeof JESSETY = [
  [LAYOUTS.Wiegand34, 0, 0, `0${'0'.repeat(32)}1`],
  [LAYOUTS.Wiegand34, 1, 1, `1${'0'.repeat(15)}1${'0'.repeat(15)}10`],
  [LAYOUTS.Wiegand34, 0x8003, 0xc000, `11000000000000011${'11'.padEnd(16, '0')}1`],
]

test.each([...JESSETY, ...SMARTRENT, ...PROXMARK, ...BY_HAND])(
  'the message of %o with facility code %d and card number %d is the published one, both ways (READER-66)',
  (layout, facilityCode, cardNumber, bits) => {
    expect(message(layout, facilityCode, cardNumber)).toBe(bits)
    expect(decodeWiegand(layout, bits)).toEqual({
      facilityCode: BigInt(facilityCode),
      cardNumber: BigInt(cardNumber),
    })
  },
)

const custom = (start: string, stop: string, bits: number) =>
  customLayout({
    facilityCodeSize: 4,
    cardNumberSize: 4,
    startParity: start as 'Even',
    startParityBits: bits,
    stopParity: stop as 'Even',
    stopParityBits: bits,
  })

test.each([
  // The data are 0001 0011.
  ['None', 'None', 4, '00010011'],
  ['Fix0', 'Fix1', 4, '0000100111'],
  ['Fix1', 'Fix0', 4, '1000100110'],
  ['Even', 'Even', 4, '1000100110'],
  ['Odd', 'Odd', 4, '0000100111'],
  ['Even', 'None', 3, '000010011'],
  ['None', 'Odd', 1, '000100110'],
  // More than there are: all of them; none: nothing to be even about.
  ['Even', 'Odd', 64, '1000100110'],
  ['Even', 'Odd', 0, '0000100111'],
])(
  'a message of our own layout begins with parity %s and ends with %s over %d bits (READER-65, READER-76)',
  (start, stop, bits, expected) => {
    const layout = custom(start, stop, bits)
    expect(message(layout, 1, 3)).toBe(expected)
    expect(lengthOf(layout)).toBe(expected.length)
    expect(decodeWiegand(layout, expected)).toEqual({ facilityCode: 1n, cardNumber: 3n })
  },
)

test('a layout without facility code, or without anything, is possible', () => {
  const nothing = customLayout({
    facilityCodeSize: 0,
    cardNumberSize: 0,
    startParity: 'None',
    startParityBits: 0,
    stopParity: 'Odd',
    stopParityBits: 8,
  })
  expect(message(nothing, 7, 7)).toBe('1')
  expect(decodeWiegand(nothing, '1')).toEqual({ facilityCode: 0n, cardNumber: 0n })
  expect(decodeWiegand(nothing, '')).toBeUndefined()
})

test('numbers that are too large lose their high bits', () => {
  expect(message(LAYOUTS.Wiegand26, 256 + 90, 65_536 + 324)).toBe('00101101000000001010001000')
})

test('each wrong bit of a message is noticed by one of its parity bits', () => {
  const right = message(LAYOUTS.Wiegand26, 90, 324)
  for (let index = 0; index < right.length; index += 1) {
    const bit = right[index] === '1' ? '0' : '1'
    const wrong = right.slice(0, index) + bit + right.slice(index + 1)
    expect(decodeWiegand(LAYOUTS.Wiegand26, wrong), String(index)).toBeUndefined()
  }
})

describe('whatever the decoder gets', () => {
  test('it answers without an error, and only what it would send itself', () => {
    const random = randomFrom(7)
    const layouts = [...Object.values(LAYOUTS), halves, custom('Fix1', 'Even', 3)]
    let accepted = 0
    for (let round = 0; round < 5_000; round += 1) {
      const layout = layouts[random(layouts.length)] ?? halves
      const length = round % 2 === 0 ? lengthOf(layout) : random(80)
      const bits = Array.from({ length }, () => '01'[random(2)]).join('')
      const numbers = decodeWiegand(layout, bits)
      if (!numbers) continue
      accepted += 1
      expect(encodeWiegand(layout, numbers)).toBe(bits)
    }
    expect(accepted).toBeGreaterThan(300)
    for (const text of ['', '2'.repeat(26), 'x', '0'.repeat(100_000), `0b${'0'.repeat(24)}`]) {
      expect(decodeWiegand(LAYOUTS.Wiegand26, text)).toBeUndefined()
    }
  })
})
