/** Third-octave bands: the nominal frequencies of IEC 61260 in which a small loudspeaker is heard. */
export const BANDS = [
  250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000,
] as const

/** The band of a frequency by its place in `BANDS`; below and above them, the first and the last. */
export function bandOf(hertz: number): number {
  // Ten bands make a decade.
  const place = Math.round(10 * Math.log10(hertz / BANDS[0]))
  return Math.min(Math.max(place, 0), BANDS.length - 1)
}

/** The lower and upper end of a band in hertz. */
export function edgesOf(hertz: number): [number, number] {
  return [hertz * 10 ** -0.05, hertz * 10 ** 0.05]
}
