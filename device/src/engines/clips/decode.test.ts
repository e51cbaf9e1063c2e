import { readFileSync } from 'node:fs'
import { CLIP_PROBLEMS } from '@lintel/contract/rules/clips'
import type { ClipProblem } from '@lintel/contract/rules/clips'
import { expect, test, vi } from 'vitest'
import { decodeClip } from './decode.ts'
import { readFrames } from './mp3-frames.ts'
import { PEAKS, peaksOf } from './peaks.ts'
import * as files from './testing/sound-files.ts'
import { Unplayable } from './unplayable.ts'

const { auFile, chunk, format, mp3Frames, riff, toneBytes, wavFile } = files

/** The problem of a file. */
const problemOf = async (file: Buffer): Promise<ClipProblem | undefined> => {
  const refused = await decodeClip(file).catch((cause: unknown) => cause)
  return refused instanceof Unplayable ? refused.problem : undefined
}

/** The loudness of samples in dBFS. */
const rmsOf = (samples: Int16Array): number =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length)

const data = chunk('data', toneBytes())
const fmt = (options: Parameters<typeof format>[0]) => chunk('fmt ', format(options))

test('samples, rate, length and channels of a file are read, and its channels mixed', async () => {
  const stereo = await decodeClip(wavFile({ channels: 2, rate: 16_000 }))
  expect(stereo).toMatchObject({ kind: 'wav', rate: 16_000, channels: 2, seconds: 0.5 })
  expect(stereo.samples.length).toBe(8000)
  expect(rmsOf(stereo.samples)).toBeCloseTo(-9.03, 1)
  const au = await decodeClip(auFile())
  expect(au).toMatchObject({ kind: 'au', rate: 8000, channels: 1, seconds: 0.5 })
  expect(rmsOf(au.samples)).toBeCloseTo(-9.03, 1)
  // One channel against the other: the mean of both is silence.
  const opposite = toneBytes({ channels: 2 })
  for (let at = 2; at < opposite.length; at += 4) {
    opposite.writeInt16LE(-opposite.readInt16LE(at), at)
  }
  expect(await problemOf(wavFile({ channels: 2 }, opposite))).toBe('silent')
})

test('wav files in the forms that programs write are read', async () => {
  const list = chunk('LIST', Buffer.from('odd'))
  const extensible = Buffer.concat([format({ tag: 0xfffe }), Buffer.alloc(24)])
  extensible.writeUInt16LE(22, 16)
  extensible.writeUInt16LE(1, 24)
  const forms = [
    riff(list, fmt({}), list, data, list),
    riff(chunk('fmt ', extensible), data),
    riff(fmt({}), chunk('data', toneBytes(), 0xffff_ffff)),
    riff(fmt({}), chunk('data', toneBytes(), 0x7fff_f000)),
  ]
  for (const form of forms) expect((await decodeClip(form)).samples.length).toBe(4000)
})

test('what is no number is silence, and what is too loud is full scale', async () => {
  const samples = Buffer.alloc(16)
  for (const [at, value] of [Number.NaN, 2, -3, 0.5].entries()) samples.writeFloatLE(value, 4 * at)
  const decoded = await decodeClip(wavFile({ tag: 3, bits: 32 }, samples))
  expect(Array.from(decoded.samples)).toEqual([0, 32_767, -32_768, 16_384])
})

const huge = (name: string) => chunk(name, Buffer.alloc(0), 0xffff_fff0)

test.each<[string, ClipProblem, Buffer]>([
  ['nothing', 'empty', Buffer.alloc(0)],
  ['text', 'noFormat', Buffer.from('This is no sound at all.'.repeat(400))],
  ['a picture', 'noFormat', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['zeros', 'noFormat', Buffer.alloc(10_000)],
  ['a head of RIFF alone', 'noFormat', Buffer.from('RIFF')],
  ['a wav file without chunks', 'damaged', riff()],
  ['a wav file without samples', 'empty', wavFile({}, Buffer.alloc(0))],
  ['a wav file with half a frame', 'empty', wavFile({}, Buffer.alloc(1))],
  ['a wav file of which the end is missing', 'cutOff', wavFile().subarray(0, -100)],
  ['a wav file cut off in its format', 'cutOff', wavFile().subarray(0, 30)],
  ['a wav file whose chunk has 4 GB', 'cutOff', riff(huge('LIST'), fmt({}), data)],
  ['a wav file whose format has 4 GB', 'cutOff', riff(huge('fmt '), data)],
  ['a wav file with samples before the format', 'damaged', riff(data, fmt({}))],
  ['a wav file with a short format', 'damaged', riff(chunk('fmt ', Buffer.alloc(8)), data)],
  [
    'a wav file of empty chunks',
    'damaged',
    riff(...Array.from({ length: 5000 }, () => chunk('junk', Buffer.alloc(0))), fmt({}), data),
  ],
  ['a wav file at 0 Hz', 'sampleRate', wavFile({ rate: 0 }, toneBytes())],
  ['a wav file at 4 GHz', 'sampleRate', wavFile({ rate: 0xffff_ffff }, toneBytes())],
  ['a wav file with 64 channels', 'channels', wavFile({ channels: 64 })],
  ['a wav file without channels', 'channels', wavFile({ channels: 0, frame: 2 }, toneBytes())],
  ['a wav file whose frames are too short', 'damaged', wavFile({ frame: 1 })],
  ['a wav file with ADPCM', 'encoding', wavFile({ tag: 2, bits: 4, frame: 256 }, toneBytes())],
  ['a wav file with mp3 inside', 'encoding', wavFile({ tag: 0x55 }, toneBytes())],
  ['a wav file with 20 bits', 'encoding', wavFile({ bits: 20, frame: 3 }, toneBytes())],
  ['silence', 'silent', wavFile({}, Buffer.alloc(8000))],
  ['noise below hearing', 'silent', wavFile({}, Buffer.alloc(8000, Buffer.from([1, 0, 0, 0])))],
  [
    '11 minutes at 48 kHz',
    'tooLong',
    wavFile({ rate: 48_000, bits: 8 }, Buffer.alloc(11 * 60 * 48_000, 90)),
  ],
  ['a cut au file', 'cutOff', auFile().subarray(0, -1)],
  ['an au file cut off in its head', 'cutOff', auFile().subarray(0, 20)],
  ['an au file without samples', 'empty', auFile({}, Buffer.alloc(0))],
  ['an au file whose samples begin in its head', 'damaged', auFile({ begin: 8 })],
  ['an au file whose samples begin behind its end', 'cutOff', auFile({ begin: 0x7fff_ffff })],
  ['an au file with 4 GB', 'cutOff', auFile({ size: 0xffff_fffe })],
  ['an au file at 0 Hz', 'sampleRate', auFile({ rate: 0 }, toneBytes())],
  ['an au file with 64 channels', 'channels', auFile({ channels: 64 })],
  ['an au file with G.721', 'encoding', auFile({ encoding: 23 })],
  ['an mp3 file whose frames are silent', 'silent', mp3Frames(20)],
  ['an mp3 file cut off in a frame', 'cutOff', mp3Frames(20).subarray(0, -50)],
  ['a tag without an mp3 file', 'damaged', Buffer.from('ID3\u0004\0\0\0\0\0\0')],
  [
    'a tag that is longer than the file',
    'cutOff',
    Buffer.from('ID3\u0004\0\0\u007f\u007f\u007f\u007f'),
  ],
  ['an mp3 bomb', 'tooLong', mp3Frames(26_000)],
  [
    'a little more than 10 minutes at 8 kHz',
    'tooLong',
    wavFile({ bits: 8 }, Buffer.alloc(600 * 8000 + 1, 90)),
  ],
  [
    'frames of two sample rates',
    'damaged',
    Buffer.concat([mp3Frames(20), Buffer.alloc(70_000, 7), mp3Frames(20)]),
  ],
])('%s: %s', async (_what, problem, file) => {
  expect(await problemOf(file)).toBe(problem)
  expect(CLIP_PROBLEMS[problem]).toMatch(/^[A-Z].*\.$/)
})

test('an au file of unknown size ends with the file', async () => {
  expect((await decodeClip(auFile({ size: 0xffff_ffff }))).samples.length).toBe(4000)
})

test('frames are counted, tags and padding around them left out', () => {
  const id3 = Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\u0001\u0002'), Buffer.alloc(130, 'x')])
  for (const end of [Buffer.from(`TAG${'x'.repeat(125)}`), Buffer.alloc(500), Buffer.alloc(5000)]) {
    const { bytes, samples, rate, channels } = readFrames(Buffer.concat([id3, mp3Frames(10), end]))
    expect({ length: bytes.length, samples, rate, channels }).toEqual({
      length: 1040,
      samples: 11_520,
      rate: 44_100,
      channels: 1,
    })
  }
})

test('a tag with a footer is ten bytes longer', () => {
  // Version 4, with a footer, of 20 bytes.
  const tag = Buffer.concat([Buffer.from('ID3\u0004\0\u0010\0\0\0\u0014'), Buffer.alloc(30)])
  const head = Buffer.from(files.MP3_HEAD)
  // A frame in the footer is none.
  head.copy(tag, 30)
  expect(readFrames(Buffer.concat([tag, mp3Frames(3)])).bytes.length).toBe(312)
  expect(() => readFrames(tag.subarray(0, 35))).toThrow(CLIP_PROBLEMS.cutOff)
})

test('a file with fewer frames than it announces is cut off', () => {
  const info = Buffer.concat([files.MP3_HEAD, Buffer.alloc(100)])
  info.write('Info', 21, 'latin1')
  info.writeUInt32BE(1, 25)
  info.writeUInt32BE(12, 29)
  expect(readFrames(Buffer.concat([info, mp3Frames(12)])).samples).toBe(13 * 1152)
  expect(() => readFrames(Buffer.concat([info, mp3Frames(10)]))).toThrow(CLIP_PROBLEMS.cutOff)
})

test('a wave form has the loudest sample of each part', () => {
  const samples = new Float32Array(PEAKS * 10)
  samples[5] = -0.5
  samples[PEAKS * 10 - 1] = 1
  const peaks = peaksOf(samples, 1)
  expect(peaks.length).toBe(PEAKS)
  expect([peaks[0], peaks[1], peaks[PEAKS - 1]]).toEqual([50, 0, 100])
  // A clip may have fewer samples than parts.
  expect(peaksOf(new Float32Array([0.25, 1]), 1).slice(98, 102)).toEqual([25, 25, 100, 100])
  // Samples of 16 bits reach further down than up.
  expect(peaksOf(new Int16Array([-32_768, 32_767, 8192]), 32_768).slice(0, 200)).toContain(25)
})

test('a little that is no sound is skipped among frames, much of it is damage', async () => {
  const tone = readFileSync(new URL('testing/tone.mp3', import.meta.url))
  const { samples } = await decodeClip(tone)
  const middle = tone.indexOf(tone.subarray(0, 2), tone.length / 2)
  const withJunk = (bytes: number, at: number) =>
    Buffer.concat([tone.subarray(0, at), Buffer.alloc(bytes, 7), tone.subarray(at)])
  expect((await decodeClip(withJunk(1000, middle))).samples.length).toBe(samples.length)
  expect((await decodeClip(withJunk(1000, tone.length))).samples.length).toBe(samples.length)
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await problemOf(withJunk(2000, middle))).toBe('damaged')
  quiet.mockRestore()
  expect(await problemOf(withJunk(70_000, tone.length))).toBe('damaged')
})
