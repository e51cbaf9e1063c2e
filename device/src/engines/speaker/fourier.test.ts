import { expect, test } from 'vitest'
import { product, spectrumOf, transform, zeros } from './fourier.ts'

const tone = (turns: number, length: number) =>
  Float64Array.from({ length }, (_, index) => Math.cos((2 * Math.PI * turns * index) / length))

test('a tone has its energy in its own frequency', () => {
  const { real, imaginary } = spectrumOf(tone(3, 16), 16)
  for (const [bin, value] of real.entries()) {
    expect(value).toBeCloseTo(bin === 3 || bin === 13 ? 8 : 0)
    expect(imaginary[bin]).toBeCloseTo(0)
  }
})

test('what is transformed and back is the same again', () => {
  const signal = Float64Array.from({ length: 8 }, (_, index) => index * index - 3)
  const there = spectrumOf(signal, 8)
  transform(there, true)
  for (const [index, value] of there.real.entries()) expect(value).toBeCloseTo(signal[index] ?? 0)
})

test('the product of spectra is the convolution of the signals', () => {
  const result = product(spectrumOf([1, 2, 3], 8), spectrumOf([0, 1, 10], 8))
  transform(result, true)
  for (const [index, value] of [0, 1, 12, 23, 30, 0, 0, 0].entries()) {
    expect(result.real[index]).toBeCloseTo(value)
  }
  expect(zeros(4).imaginary).toHaveLength(4)
})
