/** What a gain may be. Source: console specification B §3 "Audio settings", B §7 "Audio". */

/** The values of a gain that its definition allows. */
export interface GainRange {
  /** In dB, from the softest to the loudest, as the device writes them. */
  steps: readonly string[]
  /** Whether it can be muted. */
  mute: boolean
  /** Whether it can follow the output gain. */
  inherit: boolean
}

export const MUTE = 'mute'
export const INHERIT = 'inherit'

const isNumber = (value: string) => value.trim() !== '' && Number.isFinite(Number(value))

/** @param values of the definition, in any order */
export const gainRange = (values: readonly string[]): GainRange => ({
  steps: values.filter(isNumber).toSorted((one, other) => Number(one) - Number(other)),
  mute: values.includes(MUTE),
  inherit: values.includes(INHERIT),
})

/**
 * The place of a gain among the steps: the nearest one, and the softer of two that are as near. Of
 * `mute` and `inherit` it is that of 0 dB.
 */
export function stepOf({ steps }: GainRange, gain: string): number {
  const wanted = isNumber(gain) ? Number(gain) : 0
  const distances = steps.map((step) => Math.abs(Number(step) - wanted))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}
