import { expect, test } from 'vitest'
import { createLiveParts } from './live-parts.ts'

/** What becomes of a second of a sound, in blocks as browsers give them. */
function heard(rate: number, sound: (second: number) => number): Int16Array[] {
  const parts: Int16Array[] = []
  const take = createLiveParts(rate, (part) => parts.push(part))
  const samples = Float32Array.from({ length: rate }, (_, index) => sound(index / rate))
  for (let at = 0; at < rate; at += 128) take(samples.subarray(at, at + 128))
  return parts
}

test.each([8000, 16_000, 44_100, 48_000, 96_000])(
  'a second at %i Hz becomes ten parts of a tenth of a second each, as loud as it was',
  (rate) => {
    const parts = heard(rate, (second) => 0.5 * Math.sin(2 * Math.PI * 440 * second))
    expect(parts.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 1600))
    const all = parts.flatMap((part) => Array.from(part, (sample) => sample / 32_767))
    const rms = Math.sqrt(all.reduce((sum, sample) => sum + sample * sample, 0) / all.length)
    expect(20 * Math.log10(rms)).toBeCloseTo(-9, 0)
    // As often as before: 440 turns have 880 zeros.
    const zeros = all.filter((sample, index) => sample < 0 !== (all[index + 1] ?? sample) < 0)
    expect(Math.abs(zeros.length - 880)).toBeLessThanOrEqual(2)
  },
)

test('each sample is the mean of those in its time, and what is too loud is clipped', () => {
  const [part] = heard(48_000, (second) => [0.1, 0.2, 0.6][Math.round(second * 48_000) % 3] ?? 0)
  expect(part?.every((sample) => sample === Math.round(0.3 * 32_767))).toBe(true)
  const [loud] = heard(16_000, (second) => (Math.round(second * 16_000) % 2 === 0 ? 2 : -2))
  expect(Array.from(loud?.subarray(0, 2) ?? [])).toEqual([32_767, -32_767])
})
