import type { KeypressFormat } from '@lintel/contract/card-reader'
import { numberBits } from './bits.ts'
import type { Bits } from './bits.ts'
import { LAYOUTS, encodeWiegand } from './wiegand.ts'

/** The keys as four bits each. Source: HID PINpad 8-bit Wiegand Reader 7393760 rev. E, table 1. */
const NIBBLES = '0123456789*#'

const nibbleOf = (key: string) => BigInt(NIBBLES.indexOf(key))

const INVERTED = 15n

/**
 * The messages of an entered PIN: one for each key, or one with the PIN as the card number.
 * @param keys digits and `*`
 * @param ended whether `#` ended them; the formats with a message for each key then send it too
 * @returns undefined if the format can't express the PIN: it has a `*`, or is too large a number
 */
export function pinMessages(
  format: KeypressFormat,
  facilityCode: number,
  keys: string,
  ended: boolean,
): Bits[] | undefined {
  const pressed = Array.from(ended ? `${keys}#` : keys)
  switch (format) {
    case 'FourBit':
      return pressed.map((key) => numberBits(nibbleOf(key), 4))
    case 'EightBitZeroPadded':
      return pressed.map((key) => numberBits(nibbleOf(key), 8))
    case 'EightBitInvertPadded':
      return pressed.map((key) => {
        const nibble = nibbleOf(key)
        return numberBits(INVERTED - nibble, 4) + numberBits(nibble, 4)
      })
    case 'Wiegand26':
    case 'Wiegand34':
    case 'Wiegand37':
    case 'Wiegand37FacilityCode':
      break
  }
  return numberMessage(format, facilityCode, keys)
}

function numberMessage(
  format: keyof typeof LAYOUTS,
  facilityCode: number,
  keys: string,
): Bits[] | undefined {
  const layout = LAYOUTS[format]
  if (!/^\d+$/.test(keys)) return undefined
  const cardNumber = BigInt(keys)
  if (cardNumber >= 2n ** BigInt(layout.cardNumberSize)) return undefined
  return [encodeWiegand(layout, { facilityCode: BigInt(facilityCode), cardNumber })]
}
