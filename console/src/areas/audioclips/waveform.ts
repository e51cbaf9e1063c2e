/** The height of the picture, whose middle is silence. */
export const WAVE_HEIGHT = 100

/** Softer parts are rounded to nothing. */
const LEAST_PEAK = 1
/** The softest line: silence has a middle line too. */
const LEAST = 2

/**
 * The wave form of a clip as the path of a picture, one upright line for each part of the clip.
 * @param peaks in percent of full scale
 */
export function wavePath(peaks: readonly number[]): string {
  const middle = WAVE_HEIGHT / 2
  return peaks
    .map((peak, part) => {
      const height = Math.min(Math.max(peak, LEAST), WAVE_HEIGHT)
      return `M${part + 0.5} ${middle - height / 2}v${height}`
    })
    .join('')
}

/**
 * How loud the loudest part is, in dBFS without decimals.
 * @param peaks in percent of full scale
 */
export const levelOf = (peaks: readonly number[]): number =>
  Math.round(20 * Math.log10(Math.max(LEAST_PEAK, ...peaks) / 100))
