import { Refusal } from '@lintel/contract/fault'

/** The smallest and the largest valid number. */
interface Bounds {
  least: number
  most: number
}

/** A whole number in a request. Throws `Refusal` for other text and for a number out of bounds. */
export function wholeNumber(name: string, text: string, { least, most }: Bounds): number {
  const value = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Refusal('invalid', `${name} must be a number from ${least} to ${most}.`)
}
