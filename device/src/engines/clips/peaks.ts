/** How many peaks the wave form of a clip has. */
export const PEAKS = 200

/**
 * The wave form of a clip: the loudest sample of each of `PEAKS` parts of the same length, in percent
 * of full scale.
 * @param full the sample at full scale
 */
export function peaksOf(samples: Float32Array | Int16Array, full: number): number[] {
  return Array.from({ length: PEAKS }, (_, part) => {
    const first = Math.floor((part * samples.length) / PEAKS)
    const end = Math.max(first + 1, Math.floor(((part + 1) * samples.length) / PEAKS))
    let loudest = 0
    for (let at = first; at < end; at += 1) loudest = Math.max(loudest, Math.abs(samples[at] ?? 0))
    return Math.round(Math.min(loudest / full, 1) * 100)
  })
}
