/**
 * Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32, by T.
 * Ettinger, public domain).
 */
export function chance(seed: string): () => number {
  let state = 2_166_136_261
  // FNV-1a, so that similar seeds have different numbers.
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Such numbers in a normal distribution around 0, with a standard deviation of 1 (Box and Muller). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
