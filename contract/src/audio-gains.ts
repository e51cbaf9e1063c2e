/** Gains that can be set, in dB, from the softest to the loudest in equal steps; and `mute`. */
export interface Gains {
  from: number
  to: number
  step: number
}

export const INPUT_GAINS: Gains = { from: -34.5, to: 12, step: 1.5 }
export const OUTPUT_GAINS: Gains = { from: -72, to: 24, step: 1 }

/** The values of a gain parameter, from the softest to the loudest. */
export function gainValues({ from, to, step }: Gains): string[] {
  const steps = Array.from({ length: (to - from) / step + 1 }, (_, at) => String(from + at * step))
  return ['mute', ...steps]
}
