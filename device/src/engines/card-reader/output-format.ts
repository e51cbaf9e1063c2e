import type { OutputFormat } from '@lintel/contract/card-reader'
import { fitted } from './bits.ts'
import type { Bits } from './bits.ts'
import {
  LAYOUTS,
  customLayout,
  decodeWiegand,
  encodeWiegand,
  lengthOf,
  numberOf,
} from './wiegand.ts'
import type { Layout, Numbers } from './wiegand.ts'

/**
 * The message that the reader sends for the bits of a card.
 *
 * The card number is the last bits, the facility code those before them. Bits that were cut out of
 * stored data and are as many as a message has are taken for a message with parity bits, which have
 * to be right. A serial number is never one.
 * @param stored whether the bits are stored data
 * @returns undefined if a parity bit is wrong
 */
export function messageOf(format: OutputFormat, card: Bits, stored: boolean): Bits | undefined {
  if (format.cardFormat === 'Raw') return card
  const layout =
    format.cardFormat === 'Custom' ? customLayout(format.Custom) : LAYOUTS[format.cardFormat]
  const isMessage = stored && hasParity(layout) && card.length === lengthOf(layout)
  const numbers = isMessage ? decodeWiegand(layout, card) : numbersIn(layout, card)
  if (!numbers) return undefined
  const { cardFacilityCodeOverrideMode: mode } = format
  const ours =
    mode === 'Override' ||
    (mode === 'Optional' && !isMessage && card.length <= layout.cardNumberSize)
  return encodeWiegand(
    layout,
    ours ? { ...numbers, facilityCode: BigInt(format.cardFacilityCode) } : numbers,
  )
}

const hasParity = ({ start, stop }: Layout) => start.kind !== 'None' || stop.kind !== 'None'

function numbersIn({ facilityCodeSize, cardNumberSize }: Layout, card: Bits): Numbers {
  const data = fitted(card, facilityCodeSize + cardNumberSize)
  return {
    facilityCode: numberOf(data.slice(0, facilityCodeSize)),
    cardNumber: numberOf(data.slice(facilityCodeSize)),
  }
}
