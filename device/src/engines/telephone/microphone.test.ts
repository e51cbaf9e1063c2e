import { expect, test } from 'vitest'
import { waveFile } from '@lintel/contract/wave'
import { microphoneOf, SAMPLE_RATE, samplesOf } from './microphone.ts'

/** A header with these properties before the data. */
function wave(rate: number, channels: number, bits: number, data: readonly number[]): Buffer {
  const file = Buffer.from(waveFile(new Float32Array(), SAMPLE_RATE))
  file.writeUInt16LE(channels, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt16LE(bits, 34)
  file.writeUInt32LE(data.length, 40)
  return Buffer.concat([file, Buffer.from(data)])
}

test('a file of the device’s own rate is read sample by sample', () => {
  const samples = Float32Array.from([0, 0.5, -0.5, 1])
  const file = Buffer.from(waveFile(samples, SAMPLE_RATE)).toString('base64')
  const microphone = microphoneOf({ kind: 'file', wave: file })
  if (microphone.kind !== 'samples') throw new Error('no samples')
  expect(microphone.samples).toHaveLength(4)
  samples.forEach((sample, index) => expect(microphone.samples[index]).toBeCloseTo(sample, 3))
})

test('8 bit, stereo and other rates are converted', () => {
  expect([...samplesOf(wave(16_000, 1, 8, [128, 192, 64]))]).toEqual([0, 0.5, -0.5])
  // Left and right are mixed, and half the rate gives twice the samples.
  expect([...samplesOf(wave(8_000, 2, 8, [192, 64, 192, 192]))]).toEqual([0, 0.25, 0.5, 0.5])
})

test.each([
  ['no RIFF', Buffer.from('hello, this is no audio file at all')],
  ['no data', wave(16_000, 1, 16, [])],
  ['compressed', wave(16_000, 1, 4, [1, 2])],
  ['cut off', wave(16_000, 1, 16, [1, 2]).subarray(0, 30)],
  ['an absurd rate', wave(7, 1, 16, [1, 2])],
])('%s is refused', (_what, file) => {
  expect(() => samplesOf(file)).toThrow('not a WAVE file')
})
