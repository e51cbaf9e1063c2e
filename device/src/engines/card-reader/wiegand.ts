import type { OutputFormat, Parity } from '@lintel/contract/card-reader'
import { numberBits, ones } from './bits.ts'
import type { Bits } from './bits.ts'

/** A parity bit at an end of a message, and how many of the data bits there it covers. */
interface ParityBit {
  kind: Parity
  bits: number
}

/**
 * The layout of a Wiegand message: a parity bit, facility code, card number, and a parity bit. The
 * first covers data bits from the left, the last from the right.
 */
export interface Layout {
  facilityCodeSize: number
  cardNumberSize: number
  start: ParityBit
  stop: ParityBit
}

/** The numbers in a message. */
export interface Numbers {
  facilityCode: bigint
  cardNumber: bigint
}

const published = (facilityCodeSize: number, cardNumberSize: number, covered: number): Layout => ({
  facilityCodeSize,
  cardNumberSize,
  start: { kind: 'Even', bits: covered },
  stop: { kind: 'Odd', bits: covered },
})

/**
 * The formats of HID, by the names of the configuration: H10301, H10306, H10302 and H10304. In those
 * of 37 bits both parity bits cover the middle one. Source: `client/src/wiegand_formats.c` of
 * Proxmark3 (`Pack_H10301` and so on).
 */
export const LAYOUTS = {
  Wiegand26: published(8, 16, 12),
  Wiegand34: published(16, 16, 16),
  Wiegand37: published(0, 35, 18),
  Wiegand37FacilityCode: published(16, 19, 18),
} as const satisfies Record<string, Layout>

/** The layout of the format `Custom`. */
export function customLayout(custom: OutputFormat['Custom']): Layout {
  const { facilityCodeSize, cardNumberSize } = custom
  return {
    facilityCodeSize,
    cardNumberSize,
    start: { kind: custom.startParity, bits: custom.startParityBits },
    stop: { kind: custom.stopParity, bits: custom.stopParityBits },
  }
}

/** How many bits a message has. */
export function lengthOf({ facilityCodeSize, cardNumberSize, start, stop }: Layout): number {
  const parityBits = [start, stop].filter(({ kind }) => kind !== 'None')
  return facilityCodeSize + cardNumberSize + parityBits.length
}

/** A message with these numbers, of which the low bits are taken where one is too large. */
export function encodeWiegand(layout: Layout, { facilityCode, cardNumber }: Numbers): Bits {
  const data =
    numberBits(facilityCode, layout.facilityCodeSize) +
    numberBits(cardNumber, layout.cardNumberSize)
  return startBit(layout, data) + data + stopBit(layout, data)
}

/** The numbers in a message; undefined if its length or one of its parity bits is wrong. */
export function decodeWiegand(layout: Layout, message: Bits): Numbers | undefined {
  if (message.length !== lengthOf(layout) || /[^01]/.test(message)) return undefined
  const first = layout.start.kind === 'None' ? 0 : 1
  const data = message.slice(first, first + layout.facilityCodeSize + layout.cardNumberSize)
  if (startBit(layout, data) + data + stopBit(layout, data) !== message) return undefined
  return {
    facilityCode: numberOf(data.slice(0, layout.facilityCodeSize)),
    cardNumber: numberOf(data.slice(layout.facilityCodeSize)),
  }
}

/** The number that these bits are; 0 without any. */
export function numberOf(bits: Bits): bigint {
  return BigInt(`0b${bits === '' ? '0' : bits}`)
}

function startBit({ start }: Layout, data: Bits): Bits {
  return parityBit(start.kind, data.slice(0, start.bits))
}

function stopBit({ stop }: Layout, data: Bits): Bits {
  return parityBit(stop.kind, data.slice(Math.max(0, data.length - stop.bits)))
}

/** Even: with it the number of ones is even. */
function parityBit(kind: Parity, covered: Bits): Bits {
  const odd = ones(covered) % 2
  return { None: '', Fix0: '0', Fix1: '1', Even: String(odd), Odd: String(1 - odd) }[kind]
}
