import { expect, test } from 'vitest'
import { waveFile, waveHead } from './wave.ts'

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

test('a file is RIFF WAVE, mono, of 16 bits', () => {
  // Header by the specification of Microsoft and IBM (1991), then the samples.
  expect(hexOf(waveFile(Float32Array.of(0, 1, -1, 2, -0.5), 16_000))).toBe(
    [
      '524946462e00000057415645',
      '666d74201000000001000100803e0000007d000002001000',
      '646174610a000000',
      '0000ff7f0180ff7f01c0',
    ].join(''),
  )
})

test('a head tells other formats too: two channels of 32-bit floats', () => {
  expect(hexOf(waveHead(16, 8000, { channels: 2, width: 4, tag: 3 }))).toBe(
    [
      '524946463400000057415645',
      '666d74201000000003000200401f000000fa000008002000',
      '6461746110000000',
    ].join(''),
  )
})
