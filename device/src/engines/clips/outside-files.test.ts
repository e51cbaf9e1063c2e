/** Files of sox and lame, whose levels have to be those that sox measures. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeClip } from './decode.ts'
import { FULL_SCALE } from './pcm.ts'
import { Unplayable } from './unplayable.ts'

const MISSING = ['sox', 'lame'].filter((name) => spawnSync(name, ['--version']).error)

test('sox and lame are there', ({ skip }) => {
  skip(MISSING.length > 0, `${MISSING.join(', ')} not installed: clips are tested without`)
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-sound-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)

function run(program: string, ...args: string[]): string {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stderr
}

/** A second of tones that rise and fade, as speech does, written by sox. */
function make(name: string, ...options: string[]): string {
  const tones = ['synth', '1', 'sine', '300-900', 'sine', '400-1200', 'tremolo', '4', '80']
  const mono = options.includes('1') ? ['remix', '1'] : []
  run('sox', '-n', ...options, at(name), ...tones, ...mono, 'vol', '0.7')
  return at(name)
}

/** RMS and peak in dBFS of all channels mixed, as sox measures them. */
function measured(file: string): { rms: number; peak: number } {
  const text = run('sox', file, '-n', 'remix', '-', 'stat')
  const value = (name: RegExp) => Number(name.exec(text)?.[1])
  const decibels = (amplitude: number) => 20 * Math.log10(amplitude)
  return {
    rms: decibels(value(/RMS\s+amplitude:\s+([\d.]+)/)),
    peak: decibels(
      Math.max(
        Math.abs(value(/Maximum amplitude:\s+(-?[\d.]+)/)),
        Math.abs(value(/Minimum amplitude:\s+(-?[\d.]+)/)),
      ),
    ),
  }
}

/** RMS in dBFS. */
const rmsOf = (samples: Int16Array): number =>
  10 * Math.log10(samples.reduce((sum, one) => sum + (one / FULL_SCALE) ** 2, 0) / samples.length)

async function expectLevels(file: string, kind: string): Promise<void> {
  const decoded = await decodeClip(readFileSync(file))
  expect(decoded.kind).toBe(kind)
  const { rms, peak } = measured(file)
  const loudest = decoded.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  expect(Math.abs(rmsOf(decoded.samples) - rms)).toBeLessThan(0.5)
  expect(Math.abs(20 * Math.log10(loudest / FULL_SCALE) - peak)).toBeLessThan(0.5)
  expect(decoded.seconds).toBeCloseTo(Number(output('soxi', '-D', file)), 1)
}

const output = (program: string, ...args: string[]): string =>
  spawnSync(program, args, { encoding: 'utf8' }).stdout

const real = test.skipIf(MISSING.length > 0)

real.for([
  ['u8.wav', '-r', '8000', '-c', '1', '-b', '8', '-e', 'unsigned-integer'],
  ['s16.wav', '-r', '44100', '-c', '2', '-b', '16'],
  ['s24.wav', '-r', '48000', '-c', '2', '-b', '24'],
  ['s32.wav', '-r', '96000', '-c', '1', '-b', '32', '-e', 'signed-integer'],
  ['f32.wav', '-r', '22050', '-c', '2', '-b', '32', '-e', 'floating-point'],
  ['f64.wav', '-r', '16000', '-c', '1', '-b', '64', '-e', 'floating-point'],
  ['alaw.wav', '-r', '8000', '-c', '1', '-e', 'a-law'],
  ['ulaw.wav', '-r', '8000', '-c', '2', '-e', 'u-law'],
  ['six.wav', '-r', '16000', '-c', '6', '-b', '16'],
  ['ulaw.au', '-r', '8000', '-c', '1', '-e', 'u-law'],
  ['alaw.au', '-r', '8000', '-c', '2', '-e', 'a-law'],
  ['s8.au', '-r', '11025', '-c', '1', '-b', '8', '-e', 'signed-integer'],
  ['s16.au', '-r', '16000', '-c', '2', '-b', '16', '-e', 'signed-integer'],
  ['s24.au', '-r', '44100', '-c', '1', '-b', '24', '-e', 'signed-integer'],
  ['s32.au', '-r', '48000', '-c', '2', '-b', '32', '-e', 'signed-integer'],
  ['f32.au', '-r', '44100', '-c', '1', '-b', '32', '-e', 'floating-point'],
  ['f64.au', '-r', '44100', '-c', '2', '-b', '64', '-e', 'floating-point'],
])('%s has the levels that sox measures', async ([name = '', ...options]) => {
  await expectLevels(make(name, ...options), name.slice(name.indexOf('.') + 1))
})

real.for([
  ['mono', '44100', '1', '-b', '64'],
  ['stereo', '44100', '2', '-b', '128'],
  ['joint', '48000', '2', '-V', '4'],
  ['plain', '44100', '2', '-b', '96', '-t', '--resample', '44.1'],
  ['low', '16000', '1', '-b', '32'],
  ['tagged', '44100', '2', '-b', '128', '--add-id3v2', '--tt', 'Gong', '--id3v1-only'],
  ['titled', '22050', '2', '-b', '64', '--tt', 'Gong', '--ta', 'Nobody', '--id3v2-only'],
])(
  'an mp3 file of lame, %s, has the levels that sox measures',
  async ([name = '', rate = '', channels = '', ...options]) => {
    const wav = make(`${name}.wav`, '-r', rate, '-c', channels, '-b', '16')
    run('lame', '--quiet', ...options, wav, at(`${name}.mp3`))
    // Not every sox reads mp3, so the file that it was made of is measured.
    const decoded = await decodeClip(readFileSync(at(`${name}.mp3`)))
    const { rms: expected } = measured(wav)
    // What lame has added is silent.
    const tail = 10 * Math.log10(decoded.seconds)
    expect(decoded).toMatchObject({ kind: 'mp3', rate: Number(rate), channels: Number(channels) })
    expect(Math.abs(rmsOf(decoded.samples) + tail - expected)).toBeLessThan(0.5)
    expect(decoded.seconds).toBeGreaterThan(0.99)
    expect(decoded.seconds).toBeLessThan(1.15)
    // Of a file that is cut off anywhere, nothing is taken for whole.
    const file = readFileSync(at(`${name}.mp3`))
    for (const part of [0.1, 0.5, 0.9]) {
      const cut = file.subarray(0, Math.floor(file.length * part) - 1)
      const refused = await decodeClip(cut).catch((cause: unknown) => cause)
      expect(refused).toBeInstanceOf(Unplayable)
    }
  },
)
