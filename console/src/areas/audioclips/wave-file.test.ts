import { expect, test } from 'vitest'
import { waveFile } from './wave-file.ts'

test('the file is RIFF WAVE, mono, of 16 bits', () => {
  const file = new Uint8Array(waveFile(Float32Array.of(0, 1, -1, 2, -0.5), 16_000))
  const hex = Array.from(file, (byte) => byte.toString(16).padStart(2, '0')).join('')
  // Header by the specification of Microsoft and IBM (1991), then the samples.
  expect(hex).toBe(
    [
      '524946462e00000057415645',
      '666d74201000000001000100803e0000007d000002001000',
      '646174610a000000',
      '0000ff7f0180ff7f01c0',
    ].join(''),
  )
})
