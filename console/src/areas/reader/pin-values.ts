/** How long a PIN is and how fast it is typed, as the form holds it. Source: specification B §5. */
import type { PinConfiguration } from '@lintel/contract/card-reader'
import { sameRecord } from '../../app/stored/same-record.ts'

export type PinValues = {
  pinLength: string
  pinTimeout: string
}

export const pinValues = ({ pinLength, pinTimeout }: PinConfiguration): PinValues => ({
  pinLength: String(pinLength),
  pinTimeout: String(pinTimeout),
})

export const pinIn = ({ pinLength, pinTimeout }: PinValues): PinConfiguration => ({
  pinLength: Number(pinLength),
  pinTimeout: Number(pinTimeout),
})

/** Whether both are stored alike, however their numbers are typed. */
export const samePin = (one: PinValues, other: PinValues): boolean =>
  sameRecord(pinIn(one), pinIn(other))
