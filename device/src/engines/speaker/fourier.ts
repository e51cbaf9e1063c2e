/** A spectrum, or a signal with both of its parts. Both arrays have the same length, a power of two. */
export interface Complex {
  real: Float64Array
  imaginary: Float64Array
}

/** An element that is there. */
export const at = (values: Float64Array, index: number): number => values[index] ?? 0

/** A signal of zeros. */
export const zeros = (length: number): Complex => ({
  real: new Float64Array(length),
  imaginary: new Float64Array(length),
})

/**
 * The discrete Fourier transform in place (radix 2, decimation in time).
 * @param inverse also divides by the length
 */
export function transform({ real, imaginary }: Complex, inverse = false): void {
  const count = real.length
  reorder(real, imaginary)
  const { cosines, sines } = turns(count)
  const sign = inverse ? 1 : -1
  for (let half = 1; half < count; half *= 2) {
    const stride = count / (2 * half)
    for (let start = 0; start < count; start += 2 * half) {
      for (let step = 0; step < half; step += 1) {
        const low = start + step
        const high = low + half
        const cos = at(cosines, step * stride)
        const sin = sign * at(sines, step * stride)
        const re = at(real, high) * cos - at(imaginary, high) * sin
        const im = at(real, high) * sin + at(imaginary, high) * cos
        real[high] = at(real, low) - re
        imaginary[high] = at(imaginary, low) - im
        real[low] = at(real, low) + re
        imaginary[low] = at(imaginary, low) + im
      }
    }
  }
  if (!inverse) return
  for (let index = 0; index < count; index += 1) {
    real[index] = at(real, index) / count
    imaginary[index] = at(imaginary, index) / count
  }
}

/** The spectrum of a real signal, filled up with zeros to this length (a power of two). */
export function spectrumOf(signal: ArrayLike<number>, length: number): Complex {
  const spectrum = zeros(length)
  spectrum.real.set(signal)
  transform(spectrum)
  return spectrum
}

/** The product of two spectra: that of their signals' convolution. */
export function product(one: Complex, other: Complex): Complex {
  const result = zeros(one.real.length)
  for (let bin = 0; bin < one.real.length; bin += 1) {
    const [re, im] = [at(one.real, bin), at(one.imaginary, bin)]
    result.real[bin] = re * at(other.real, bin) - im * at(other.imaginary, bin)
    result.imaginary[bin] = re * at(other.imaginary, bin) + im * at(other.real, bin)
  }
  return result
}

/** Swaps each element with the one whose index has the same bits in reverse. */
function reorder(real: Float64Array, imaginary: Float64Array): void {
  const count = real.length
  let mirrored = 0
  for (let index = 1; index < count; index += 1) {
    let bit = count >> 1
    while ((mirrored & bit) !== 0) {
      mirrored ^= bit
      bit >>= 1
    }
    mirrored |= bit
    if (index >= mirrored) continue
    for (const values of [real, imaginary]) {
      const swapped = at(values, index)
      values[index] = at(values, mirrored)
      values[mirrored] = swapped
    }
  }
}

interface Turns {
  cosines: Float64Array
  sines: Float64Array
}
const tables = new Map<number, Turns>()

/** Cosines and sines of half a turn, in `count / 2` steps. */
function turns(count: number): Turns {
  const known = tables.get(count)
  if (known) return known
  const step = (2 * Math.PI) / count
  const half = { length: count / 2 }
  const table = {
    cosines: Float64Array.from(half, (_, index) => Math.cos(index * step)),
    sines: Float64Array.from(half, (_, index) => Math.sin(index * step)),
  }
  tables.set(count, table)
  return table
}
