import { expect, test } from 'vitest'
import { pinMessages } from './keypress-format.ts'

// HID PINpad 8-bit Wiegand Reader 7393760 rev. E, table 1, and Rosslare AY-T6350, §5.4.3 (the same).
const TABLE: Record<string, string> = {
  '0': '11110000',
  '1': '11100001',
  '2': '11010010',
  '3': '11000011',
  '4': '10110100',
  '5': '10100101',
  '6': '10010110',
  '7': '10000111',
  '8': '01111000',
  '9': '01101001',
  '*': '01011010',
  '#': '01001011',
}

test('a key has the published eight bits; four bits are their second half (READER-15)', () => {
  const keys = '0123456789*'
  const expected = Array.from(`${keys}#`, (key) => TABLE[key] ?? '')
  expect(pinMessages('EightBitInvertPadded', 0, keys, true)).toEqual(expected)
  const nibbles = expected.map((bits) => bits.slice(4))
  // Rosslare AYC-Qx4, §4.2.3.9.
  expect(nibbles.slice(-3)).toEqual(['1001', '1010', '1011'])
  expect(pinMessages('FourBit', 0, keys, true)).toEqual(nibbles)
  expect(pinMessages('EightBitZeroPadded', 0, keys, true)).toEqual(
    nibbles.map((bits) => `0000${bits}`),
  )
  expect(pinMessages('FourBit', 0, '12', false)).toEqual(['0001', '0010'])
})

// The messages of cards with these numbers: jessety/wiegand-encoder and Proxmark3, as in wiegand.test.ts.
test('a PIN is the number of one message with the facility code of key presses (READER-16)', () => {
  expect(pinMessages('Wiegand26', 90, '0324', true)).toEqual(['00101101000000001010001000'])
  expect(pinMessages('Wiegand34', 1, '1', false)).toEqual([
    `1${'0'.repeat(15)}1${'0'.repeat(15)}10`,
  ])
  const tag = 0x10001fc656n.toString(2)
  expect(pinMessages('Wiegand37', 99, '1041195', true)).toEqual([tag])
  expect(pinMessages('Wiegand37FacilityCode', 1, '516907', true)).toEqual([tag])
})

test('a PIN that is no number, or one too large, has no message', () => {
  expect(pinMessages('Wiegand26', 0, '65535', true)).toHaveLength(1)
  expect(pinMessages('Wiegand26', 0, '65536', true)).toBeUndefined()
  expect(pinMessages('Wiegand34', 0, '65536', true)).toBeUndefined()
  expect(pinMessages('Wiegand37', 0, '9'.repeat(32), true)).toBeUndefined()
  expect(pinMessages('Wiegand37FacilityCode', 0, '12*4', true)).toBeUndefined()
  expect(pinMessages('Wiegand26', 0, '', true)).toBeUndefined()
})
