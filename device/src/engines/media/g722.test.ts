import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createG722Decoder, createG722Encoder } from './g722.ts'

/** Tones, noise, overload and silence. */
function signal(): Int16Array {
  let seed = 1
  const noise = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return seed / 0x4000_0000 - 1
  }
  return Int16Array.from({ length: 16_000 }, (_, index) => {
    const part = Math.floor(index / 4000)
    if (part === 0) return Math.round(9000 * Math.sin((2 * Math.PI * 440 * index) / 16_000))
    if (part === 1) return 16_000 * noise()
    if (part === 2) return index % 37 < 18 ? 32_767 : -32_768
    return index < 14_000 ? 0 : Math.max(-32_768, Math.min(32_767, 40_000 * noise()))
  })
}

const bytesOf = (samples: Int16Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const ffmpeg = (input: Buffer, ...options: string[]) =>
  spawnSync('ffmpeg', ['-loglevel', 'error', ...options, 'pipe:1'], { input }).stdout
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

test('encodes and decodes like ffmpeg 5.1.9, whose output this is, bit by bit', () => {
  const encoded = createG722Encoder()(signal())
  expect(digest(encoded)).toBe('b7c08aad6c7bc0c43cf386ec88e3a875594faab54fb3d7d1ef92483c808b41ce')
  expect(digest(bytesOf(createG722Decoder()(encoded)))).toBe(
    '99cf2ac648dca7c5ee6ac1ebb73c13ccf84b1ef60400de89f509a3e44f4cdd8b',
  )
})

test.skipIf(!hasFfmpeg)('encodes and decodes like the ffmpeg that is installed', () => {
  const samples = signal()
  const raw = ['-f', 's16le', '-ar', '16000', '-ac', '1']
  const theirs = ffmpeg(bytesOf(samples), ...raw, '-i', 'pipe:0', '-c:a', 'g722', '-f', 'g722')
  expect(Buffer.from(createG722Encoder()(samples)).equals(theirs)).toBe(true)
  const heard = ffmpeg(theirs, '-f', 'g722', '-i', 'pipe:0', '-f', 's16le')
  expect(bytesOf(createG722Decoder()(theirs)).equals(heard)).toBe(true)
  // Bytes that no encoder makes.
  const noise = Buffer.from(Uint8Array.from({ length: 16_000 }, (_, n) => (n * n * 31) >> 3))
  const decoded = ffmpeg(noise, '-f', 'g722', '-i', 'pipe:0', '-f', 's16le')
  expect(bytesOf(createG722Decoder()(noise)).equals(decoded)).toBe(true)
})

test('a stream that is encoded in packets is the same as in one piece', () => {
  const samples = signal()
  const encode = createG722Encoder()
  const packets = Array.from({ length: 50 }, (_, n) =>
    encode(samples.subarray(n * 320, n * 320 + 320)),
  )
  expect(Buffer.concat(packets).equals(createG722Encoder()(samples))).toBe(true)
})
