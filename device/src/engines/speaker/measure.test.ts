import { SPEAKER_CONDITIONS } from '@lintel/contract/handling'
import type { SpeakerCondition } from '@lintel/contract/handling'
import { expect, test } from 'vitest'
import { BANDS } from './bands.ts'
import { measure, soundsLike } from './measure.ts'
import { chance, normal } from './chance.ts'
import { record } from './record.ts'
import { roomOf } from './room.ts'
import { RECORDED, sweep, TEST_RATE } from './sweep.ts'

const played = sweep()

interface Conditions {
  speaker?: SpeakerCondition
  /** Factor of the output's gain. */
  output?: number
  around?: Float64Array
}

function heard(serial: string, conditions: Conditions = {}, moment = 0) {
  const { speaker = 'fitted', output = 1, around } = conditions
  const recorded = record({
    played: played.map((sample) => sample * output),
    around,
    periods: [{ since: 0, speaker }],
    input: 1,
    room: roomOf(serial),
    moment,
  })
  return measure(recorded, played)
}

const serials = Array.from({ length: 4 }, (_, index) => `ACCC8E0123${index + 10}`)

test('a loudspeaker sounds the same in every measurement, and in another room differently', () => {
  for (const serial of serials) {
    const first = heard(serial, {}, 1) ?? []
    const second = heard(serial, {}, 2) ?? []
    expect(first).toHaveLength(BANDS.length)
    for (const [band, level] of first.entries()) expect(second[band]).toBeCloseTo(level, 0)
  }
  expect(soundsLike(heard('A') ?? [], heard('A', {}, 5) ?? [])).toBe(true)
  expect(heard('A')).not.toEqual(heard('B'))
})

test.each(SPEAKER_CONDITIONS)('a %s loudspeaker is told apart on every device', (speaker) => {
  const same: Record<SpeakerCondition, boolean> = {
    fitted: true,
    muffled: false,
    swapped: false,
    unplugged: false,
  }
  for (const serial of serials) {
    const calibrated = heard(serial) ?? []
    const now = heard(serial, { speaker }, 3)
    expect(now === undefined).toBe(speaker === 'unplugged')
    expect(soundsLike(calibrated, now ?? [])).toBe(same[speaker])
  }
})

test('a gain moves all bands by as much, and what is too soft is not heard', () => {
  const loud = heard('A') ?? []
  const soft = heard('A', { output: 0.1 }) ?? []
  for (const [band, level] of loud.entries()) expect((soft[band] ?? 0) + 20).toBeCloseTo(level, 0)
  expect(heard('A', { output: 10 ** (-72 / 20) })).toBeUndefined()
  expect(heard('A', { output: 0 })).toBeUndefined()
  expect(measure(new Float64Array(played.length), played)).toBeUndefined()
})

test('the levels are those of the loudspeaker: its own sweep has none', () => {
  const levels = measure(played, played) ?? []
  expect(levels).toHaveLength(BANDS.length)
  for (const level of levels) expect(Math.abs(level)).toBeLessThan(0.6)
})

test('up to two bands may be far off, and the average by 3 dB', () => {
  const flat = BANDS.map(() => 0)
  const off = (...levels: number[]) => flat.map((level, band) => levels[band] ?? level)
  expect(soundsLike(flat, off(6, 6, 6, 6, 6, 6, 6))).toBe(true)
  expect(soundsLike(flat, off(6, -6, 6, 6, -6, 6, 6.1))).toBe(false)
  expect(soundsLike(flat, off(-12, 12))).toBe(true)
  expect(soundsLike(flat, off(-7, 7, -7))).toBe(false)
  expect(
    soundsLike(
      flat,
      flat.map(() => 3),
    ),
  ).toBe(true)
  expect(
    soundsLike(
      flat,
      flat.map(() => -3.1),
    ),
  ).toBe(false)
})

/** Noise as of people who talk, which comes and goes; RMS in dBFS. */
function talking(decibels: number): Float64Array {
  const random = chance('talking')
  return Float64Array.from({ length: RECORDED }, (_, index) => {
    const loudness = Math.max(0, Math.sin((2 * Math.PI * 4 * index) / TEST_RATE))
    return 2 * loudness * 10 ** (decibels / 20) * normal(random)
  })
}

/** A sine; RMS in dBFS. */
const tone = (hertz: number, decibels: number) =>
  Float64Array.from(
    { length: RECORDED },
    (_, index) =>
      Math.SQRT2 * 10 ** (decibels / 20) * Math.sin((2 * Math.PI * hertz * index) / TEST_RATE),
  )

test('what else sounds changes no result, until it drowns the sweep', () => {
  for (const serial of serials) {
    const calibrated = heard(serial) ?? []
    const now = (speaker: SpeakerCondition, around: Float64Array) =>
      heard(serial, { speaker, around }, 3)
    for (const around of [talking(-40), tone(440, -25)]) {
      expect(soundsLike(calibrated, now('fitted', around) ?? [])).toBe(true)
      for (const speaker of ['muffled', 'swapped'] as const) {
        expect(soundsLike(calibrated, now(speaker, around) ?? [])).toBe(false)
      }
      expect(now('unplugged', around)).toBeUndefined()
    }
    for (const around of [talking(-10), tone(440, 0)]) {
      expect(now('fitted', around)).toBeUndefined()
      expect(now('unplugged', around)).toBeUndefined()
    }
  }
})
