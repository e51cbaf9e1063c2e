/** Whole numbers from 0 to below `limit`, the same ones for the same seed. */
export function randomFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return Math.floor((state / 0x8000_0000) * limit)
  }
}
