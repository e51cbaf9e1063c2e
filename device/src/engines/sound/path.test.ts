import { expect, test } from 'vitest'
import { UNTREATED } from '../media/types.ts'
import { HeardCalls } from './heard-calls.ts'
import { BLOCK, RATE, gainFactor, toPcm } from './levels.ts'
import { CHANNELS, SoundPath } from './path.ts'
import type { SoundSettings } from './settings.ts'
import { LiveSource, playback, tone } from './sources.ts'
import type { Playback, Source } from './sources.ts'
import { treatInput } from './treatment.ts'

const OPEN: SoundSettings = { ...UNTREATED, lineOutFactor: 1, telecoilFactor: 1 }
const silence: Source = () => {}
/** The block at two seconds. */
const NOW = 100

function pathOf(
  parts: { microphone?: Source; players?: Source[] } = {},
  settings: Partial<SoundSettings> = {},
): SoundPath {
  const { microphone = silence, players = [] } = parts
  return new SoundPath({
    settings: () => ({ ...OPEN, ...settings }),
    microphone: () => microphone,
    players: () => players,
  })
}

const clip = (samples: readonly number[], part: Partial<Playback> = {}): Source =>
  playback({
    samples: Float32Array.from(samples),
    rate: RATE,
    began: 0,
    plays: Infinity,
    factor: 1,
    until: Infinity,
    ...part,
  })

/** A square wave of 1 kHz. */
const square = (height: number) =>
  Array.from({ length: 48 }, (_, index) => (index < 24 ? height : -height))

const rounded = ({ rms, peak }: { rms: number; peak: number }) =>
  [rms, peak].map((level) => Math.round(level * 100) / 100 + 0)

test.each([
  ['a full sine', tone(1000, 20 * Math.log10(Math.SQRT1_2)), [-3.01, 0]],
  ['a sine of -20 dBFS', tone(440, -20), [-20, -16.99]],
  ['a full square wave', clip(square(1)), [0, 0]],
  ['a square wave at half the amplitude', clip(square(0.5)), [-6.02, -6.02]],
  ['a constant', clip([0.1]), [-20, -20]],
  ['a negative peak', clip([-0.5, 0.1]), [-8.86, -6.02]],
  ['silence', silence, [-Infinity, -Infinity]],
] as const)('the level of %s', (_, source, expected) => {
  const path = pathOf({ microphone: source, players: [source] })
  expect(rounded(path.level('input', NOW))).toEqual(expected)
  for (const channel of CHANNELS.slice(1)) {
    expect(rounded(path.level(channel, NOW)), channel).toEqual(expected)
  }
})

test.each([
  ['0', 1],
  ['-6', 0.5012],
  ['6', 1.9953],
  ['12', 3.9811],
  ['-34.5', 0.0188],
  ['mute', 0],
  ['inherit', 0],
])('a gain of %s is a factor of %f', (text, factor) => {
  expect(gainFactor(text)).toBeCloseTo(factor, 4)
})

test('gains raise and lower the level by so many dB, each at its own place (AUDIO-03)', () => {
  const source = tone(440, -30)
  const path = pathOf(
    { microphone: source, players: [source] },
    {
      inputFactor: gainFactor('12'),
      outputFactor: gainFactor('-10'),
      lineOutFactor: gainFactor('6'),
      telecoilFactor: 0,
    },
  )
  const rms = CHANNELS.map((channel) => rounded(path.level(channel, NOW))[0])
  expect(rms).toEqual([-18, -40, -24, -Infinity])
})

test('each step of a gain multiplies the samples themselves by so much', () => {
  const sound = [0.4, -0.2, 0.1, 0]
  for (const gain of [-12, -6, 0, 6]) {
    const factor = gainFactor(String(gain))
    const settings = { inputFactor: factor, outputFactor: factor }
    const path = pathOf({ microphone: clip(sound), players: [clip(sound)] }, settings)
    for (const channel of ['input', 'output'] as const) {
      const heard = path.samples(channel, NOW).subarray(0, 4)
      const wanted = sound.map((sample) => sample * 10 ** (gain / 20))
      heard.forEach((sample, index) => expect(sample).toBeCloseTo(wanted[index] ?? 0, 6))
    }
  }
})

test('what exceeds the full scale is clipped at the outputs, not in the mixer', () => {
  const loud = tone(1000, 9)
  const path = pathOf({ players: [loud] }, { outputFactor: 1, lineOutFactor: gainFactor('-20') })
  const { rms, peak } = path.level('output', NOW)
  expect(peak).toBe(0)
  // Between a sine and a square wave.
  expect(rms).toBeGreaterThan(-1)
  expect(rms).toBeLessThan(0)
  expect(rounded(path.level('lineOut', NOW))).toEqual([-11, -7.99])
})

test('a clip and a call are mixed: equal sines of one phase add up to 6 dB more', () => {
  const call = new LiveSource()
  const count = 2 * RATE
  const samples = new Float32Array(count)
  tone(1000, -20)(samples, 0)
  // As a call delivers it: a tenth of a second at a time.
  for (let at = 0; at < count; at += 4800) {
    call.add(samples.subarray(at, at + 4800), RATE, 1, at)
  }
  const own = pathOf({ players: [call.source] }).level('output', NOW)
  expect(rounded(own)).toEqual([-20, -16.99])
  const both = pathOf({ players: [call.source, tone(1000, -20)] }).level('output', NOW)
  expect(both.rms).toBeCloseTo(20 * Math.log10(0.2), 2)
})

test('samples of a call at 8 kHz keep their level, and are forgotten when the call has ended', () => {
  const call = new LiveSource()
  const samples = Int16Array.from({ length: 800 }, (_, index) => 16_384 * (index % 8 < 4 ? 1 : -1))
  for (let at = 0; at < 2 * RATE; at += 4800) call.add(samples, 8000, 1 / 32_768, at)
  const path = pathOf({ players: [call.source] })
  expect(path.level('output', NOW).peak).toBeCloseTo(-6, 1)
  expect(path.level('output', NOW + 25).peak).toBe(-Infinity)
})

test('a call whose clock runs fast does not fall behind by more than half a second', () => {
  const call = new LiveSource()
  for (let round = 0; round < 20; round += 1) call.add(new Float32Array(4800).fill(1), RATE, 1, 0)
  const heard = new Float32Array(RATE)
  call.source(heard, 0)
  expect(heard.findLastIndex((sample) => sample !== 0)).toBeLessThanOrEqual(RATE / 2)
})

test('meters look back at calls, too', () => {
  const call = new LiveSource()
  for (let at = 0; at < 2 * RATE; at += 4800) {
    call.add(new Float32Array(4800).fill(at === 0.7 * RATE ? 1 : 0.1), RATE, 1, at)
  }
  const level = pathOf({ players: [call.source] }).level('output', NOW)
  expect([...rounded(level), level.hold]).toEqual([-20, -20, 0])
})

test('nothing is heard of a call while it pauses', () => {
  const call = new LiveSource()
  const tenth = new Float32Array(4800).fill(1)
  for (let at = 0; at < 3 * RATE; at += 4800) call.add(tenth, RATE, 1, at)
  call.add(tenth, RATE, 1, 4 * RATE)
  const heard = new Float32Array(RATE)
  call.source(heard, 3.1 * RATE)
  // It goes on 60 ms later.
  expect(heard.findIndex((sample) => sample !== 0)).toBe(0.96 * RATE)
})

test('calls that have ended are forgotten, however long somebody looks', () => {
  const calls = new HeardCalls()
  const part = new Int16Array(800).fill(16_384)
  for (let call = 0; call < 50; call += 1) calls.add(call, part, 8000, call * RATE)
  expect(calls.sources(50 * RATE).length).toBeLessThanOrEqual(3)
  // Meters look back at what was heard 1.5 s ago.
  expect(calls.sources(51 * RATE)).toHaveLength(1)
  expect(calls.sources(60 * RATE)).toEqual([])
  calls.add(7, part, 8000, 60 * RATE)
  const [source] = calls.sources(60 * RATE)
  const heard = new Float32Array(RATE)
  source?.(heard, 60 * RATE)
  expect(Math.max(...heard)).toBe(0.5)
})

test('after a call has ended, nothing of it is heard again when its memory comes round', () => {
  const call = new LiveSource()
  const tenth = new Float32Array(4800).fill(1)
  for (let at = 4800; at < 5 * RATE; at += 4800) call.add(tenth, RATE, 1, at)
  const heard = new Float32Array(RATE)
  call.source(heard, 5 * RATE)
  // What has waited is over after 60 ms.
  expect(heard.findLastIndex((sample) => sample !== 0)).toBe(0.06 * RATE - 1)
})

test('a recording begins, repeats, is stopped and changes its volume at its samples', () => {
  const recording: Playback = {
    samples: Float32Array.from([0.5, 0.25]),
    rate: RATE,
    began: 3,
    plays: 2,
    factor: 1,
    until: Infinity,
  }
  const heard = () => {
    const into = new Float32Array(9)
    playback(recording)(into, 0)
    return Array.from(into)
  }
  expect(heard()).toEqual([0, 0, 0, 0.5, 0.25, 0.5, 0.25, 0, 0])
  recording.factor = 0.5
  recording.until = 5
  expect(heard()).toEqual([0, 0, 0, 0.25, 0.125, 0, 0, 0, 0])
})

test('between samples there is a line, to the first one only if it is repeated', () => {
  const heard = (plays: number) => {
    const into = new Float32Array(10)
    clip([1, 0.5], { rate: RATE / 4, plays })(into, 0)
    return Array.from(into)
  }
  expect(heard(1)).toEqual([1, 0.875, 0.75, 0.625, 0.5, 0.5, 0.5, 0.5, 0, 0])
  expect(heard(2)).toEqual([1, 0.875, 0.75, 0.625, 0.5, 0.625, 0.75, 0.875, 1, 0.875])
})

test('a recording of another rate lasts as long as it is', () => {
  const source = clip([1, 1, 1, 1], { rate: RATE / 4, plays: 1 })
  const into = new Float32Array(20)
  source(into, 0)
  expect(Array.from(into).filter((sample) => sample === 1)).toHaveLength(16)
})

test.each([
  ['full', true, true],
  ['get', true, false],
  ['post', false, true],
] as const)('duplex mode %s: microphone %s, loudspeaker %s (AUDIO-06)', (duplex, hears, plays) => {
  // The settings turn a way off by its factor.
  const path = pathOf(
    { microphone: tone(440, -20), players: [tone(880, -20)] },
    { duplex, inputFactor: hears ? 1 : 0, outputFactor: plays ? 1 : 0 },
  )
  expect(path.level('input', NOW).rms > -100).toBe(hears)
  expect(path.level('output', NOW).rms > -100).toBe(plays)
})

test('in half duplex the microphone is closed while the loudspeaker plays, and 0.2 s longer (AUDIO-06)', () => {
  const bell = clip([0.5], { plays: RATE })
  const path = pathOf({ microphone: tone(440, -20), players: [bell] }, { duplex: 'half' })
  expect(path.level('input', 50).rms).toBe(-Infinity)
  // The clip ends at block 50, the microphone opens at block 60.
  expect(path.level('input', 60).rms).toBe(-Infinity)
  expect(path.level('input', 70).rms).toBeCloseTo(-20, 1)
  const quiet = pathOf(
    { microphone: tone(440, -20), players: [tone(880, -60)] },
    { duplex: 'half' },
  )
  expect(quiet.level('input', NOW).rms).toBeCloseTo(-20, 1)
})

test('noise cancellation turns down by 20 dB what is softer than speech', () => {
  const level = (loudness: number, noiseCancellation: boolean) =>
    pathOf({ microphone: tone(440, loudness) }, { noiseCancellation }).level('input', NOW).rms
  expect(level(-60, true)).toBeCloseTo(-80, 0)
  expect(level(-60, false)).toBeCloseTo(-60, 0)
  expect(level(-30, true)).toBeCloseTo(-30, 0)
})

test('without echo cancellation the microphone hears the loudspeaker, 30 dB softer', () => {
  const level = (settings: Partial<SoundSettings>) =>
    pathOf({ players: [tone(440, -10)] }, settings).level('input', NOW).rms
  expect(level({ echoCancellation: false })).toBeCloseTo(-40, 0)
  expect(level({ echoCancellation: false, outputFactor: 0 })).toBe(-Infinity)
  expect(level({ echoCancellation: true })).toBe(-Infinity)
})

test('what the loudspeaker plays stays out of the microphone with echo cancellation', () => {
  const samples = treatInput(new Float32Array(4), UNTREATED, {
    echo: new Float32Array(4).fill(1),
    isSpeaking: false,
  })
  expect(Array.from(samples)).toEqual([0, 0, 0, 0])
})

test('a level is the mean over 200 ms', () => {
  // 20 ms of full scale.
  const path = pathOf({ players: [clip(Array<number>(BLOCK).fill(1), { plays: 1 })] })
  const rms = [1, 10, 11].map((number) => rounded(path.level('output', number))[0])
  expect(rms).toEqual([-10, -10, -Infinity])
})

test('a peak is held for 1.5 s', () => {
  const click = clip([1], { plays: 1 })
  const path = pathOf({ players: [click] })
  expect(path.level('output', 1)).toMatchObject({ peak: 0, hold: 0 })
  expect(path.level('output', 11)).toMatchObject({ rms: -Infinity, peak: -Infinity, hold: 0 })
  expect(path.level('output', 75).hold).toBe(0)
  expect(path.level('output', 76).hold).toBe(-Infinity)
})

test('a block is computed once, however often it is asked for', () => {
  let count = 0
  const counting: Source = () => void (count += 1)
  const path = pathOf({ microphone: counting, players: [counting] })
  for (const channel of CHANNELS) path.level(channel, NOW)
  const once = count
  for (const channel of CHANNELS) path.level(channel, NOW)
  expect(count).toBe(once)
  for (const channel of CHANNELS) path.level(channel, NOW + 1)
  expect(count).toBe(once + 2)
})

test('samples become 16-bit PCM, clipped at the full scale', () => {
  const pcm = toPcm(Float32Array.from([0, 1, -1, 2, 0.5, -2]))
  const values = Array.from({ length: 6 }, (_, index) => pcm.readInt16LE(2 * index))
  expect(values).toEqual([0, 32_767, -32_767, 32_767, 16_384, -32_767])
  expect(toPcm(new Float32Array(BLOCK)).length).toBe(2 * BLOCK)
})
