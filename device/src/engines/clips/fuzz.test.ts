/** Files that are broken at random: each is decoded or refused, soon and with little memory. */
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { decodeClip } from './decode.ts'
import { CHANNELS_MAX, FULL_SCALE, RATE_MAX, RATE_MIN, SAMPLES_MAX } from './pcm.ts'
import { auFile, mp3Frames, wavFile } from './testing/sound-files.ts'
import { Unplayable } from './unplayable.ts'

// The mp3 decoder writes each error there.
beforeEach(() => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return () => silent.mockRestore()
})

/** The same numbers in each run, from 0 to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Values that break programs. */
const NASTY = [0, 1, 0x7f, 0x80, 0xff]

/** A file with some bytes changed, mostly in its head, and sometimes cut off or repeated. */
function broken(file: Buffer, next: () => number): Buffer {
  const copy = Buffer.from(file)
  const changes = 1 + Math.floor(next() * 8)
  for (let change = 0; change < changes; change += 1) {
    const reach = next() < 0.7 ? Math.min(64, copy.length) : copy.length
    const at = Math.floor(next() * reach)
    const length = Math.min(1 + Math.floor(next() * 4), copy.length - at)
    const nasty = NASTY[Math.floor(next() * NASTY.length)] ?? 0
    copy.fill(next() < 0.5 ? nasty : Math.floor(next() * 256), at, at + length)
  }
  const how = next()
  if (how < 0.2) return copy.subarray(0, Math.floor(next() * copy.length))
  return how < 0.3 ? Buffer.concat([copy, copy.subarray(Math.floor(next() * copy.length))]) : copy
}

/** An mp3 file with sound, made by lame (Debian's 3.100): 0.3 s of 440 Hz, mono, 32 kbit/s. */
const SPOKEN = readFileSync(new URL('testing/tone.mp3', import.meta.url))

test.each([
  ['wav', 3000, wavFile({ channels: 2 })],
  ['au', 3000, auFile()],
  ['mp3', 200, SPOKEN],
  ['silent mp3', 100, mp3Frames(30)],
])('broken %s files', { timeout: 60_000 }, async (_kind, count, file) => {
  const next = numbersFrom(20_261_123)
  const outcomes = { decoded: 0, refused: 0 }
  for (let run = 0; run < count; run += 1) {
    const input = broken(file, next)
    try {
      const { samples, rate, channels, seconds, peaks } = await decodeClip(input)
      outcomes.decoded += 1
      expect(rate >= RATE_MIN && rate <= RATE_MAX).toBe(true)
      expect(channels >= 1 && channels <= CHANNELS_MAX).toBe(true)
      expect(samples.length > 0 && samples.length <= SAMPLES_MAX).toBe(true)
      expect(samples.length <= input.length * 60).toBe(true)
      expect(seconds).toBe(samples.length / rate)
      expect(peaks.every((peak) => peak >= 0 && peak <= 100)).toBe(true)
      expect(samples.some((sample) => Math.abs(sample) > FULL_SCALE / 10_000)).toBe(true)
    } catch (cause) {
      expect(cause).toBeInstanceOf(Unplayable)
      outcomes.refused += 1
    }
  }
  expect(outcomes.refused).toBeGreaterThan(count / 20)
  if (_kind === 'wav' || _kind === 'au') expect(outcomes.decoded).toBeGreaterThan(count / 20)
})
