/** How the sound path treats what is spoken and heard in calls. */
import { expect, test } from 'vitest'
import { CallAudio, silentLoudspeaker } from './call-audio.ts'
import type { Loudspeaker } from './call-audio.ts'
import { LiveSamples, openMicrophone } from './microphone.ts'
import { UNTREATED } from './types.ts'
import type { CallSound, MediaAgreement } from './types.ts'

const agreement = (port: number): MediaAgreement => ({
  remote: { address: '127.0.0.1', port },
  codec: 'G.722',
  payloadType: 9,
  dtmfPayloadType: undefined,
  direction: 'sendrecv',
  srtp: undefined,
  remoteRtcp: undefined,
  relayed: false,
  ice: undefined,
})

/**
 * Two ends of a call. What is heard at the first is counted.
 * @param loudspeaker of the first, if it plays other calls, too
 */
function call(sound: Partial<CallSound>, loudspeaker?: Loudspeaker) {
  let now = 0
  const heard: { samples: Int16Array; rate: number }[] = []
  const ends: CallAudio[] = [4000, 5000].map(
    (port, index) =>
      new CallAudio({
        sendRtp: (packet) => ends[1 - index]?.receive(packet, { address: '127.0.0.1', port }, now),
        sendRtcp: () => {},
        onDigit: () => {},
        ...(index === 0
          ? { loudspeaker, onHeard: (samples, rate) => void heard.push({ samples, rate }) }
          : {}),
        random: (limit) => Math.floor((limit * port) / 8000),
        wallTime: () => now,
        name: String(port),
      }),
  )
  const [ours, theirs] = ends as [CallAudio, CallAudio]
  ours.agree(agreement(5000), now)
  theirs.agree(agreement(4000), now)
  ours.setSound({ ...UNTREATED, ...sound })
  function pass(milliseconds: number): void {
    for (const stop = now + milliseconds; now < stop;) {
      now += 20
      ours.tick(now)
      theirs.tick(now)
    }
  }
  return {
    heard,
    pass,
    ours,
    theirs,
    /** The level that leaves us, after a beginning. */
    spoken: (milliseconds = 1000) => {
      pass(milliseconds)
      ours.statistics()
      pass(milliseconds)
      return Math.round(ours.statistics().spoken)
    },
  }
}

const TONE = { kind: 'tone', hertz: 440, level: -20 } as const

test.each([
  ['a gain of 6 dB', { inputFactor: 10 ** (6 / 20) }, -14],
  ['a gain of -6 dB', { inputFactor: 10 ** (-6 / 20) }, -26],
  ['mute', { inputFactor: 0 }, -Infinity],
  ['noise cancellation', { noiseCancellation: true }, -20],
])('%s: the microphone of a call has its level', (_, sound, level) => {
  const { ours, spoken } = call(sound)
  ours.speak(TONE)
  expect(spoken()).toBe(level)
})

test('a gain beyond the full scale clips', () => {
  const { ours, spoken } = call({ inputFactor: 100 })
  ours.speak(TONE)
  expect(spoken()).toBe(-0)
})

test('noise is turned down by 20 dB', () => {
  const { ours, spoken } = call({ noiseCancellation: true })
  ours.speak({ ...TONE, level: -55 })
  expect(spoken()).toBe(-75)
})

test('without echo cancellation the other side hears itself, 30 dB softer', () => {
  const open = call({ echoCancellation: false })
  open.theirs.speak(TONE)
  expect(open.spoken()).toBe(-50)
  const muted = call({ echoCancellation: false, outputFactor: 0 })
  muted.theirs.speak(TONE)
  expect(muted.spoken()).toBe(-Infinity)
  const cancelled = call({})
  cancelled.theirs.speak(TONE)
  expect(cancelled.spoken()).toBe(-Infinity)
})

test('what was heard last comes back once, not as long as the other side sends nothing', () => {
  const { theirs, pass, spoken } = call({ echoCancellation: false })
  theirs.speak(TONE)
  pass(1000)
  theirs.agree({ ...agreement(4000), direction: 'recvonly' }, 1000)
  expect(spoken()).toBe(-Infinity)
})

test('in half duplex who speaks at the other side closes the microphone, for 0.2 s longer (AUDIO-06)', () => {
  const { ours, theirs, pass, spoken } = call({ duplex: 'half' })
  ours.speak(TONE)
  expect(spoken()).toBe(-20)
  theirs.speak(TONE)
  expect(spoken()).toBe(-Infinity)
  theirs.speak({ kind: 'silence' })
  pass(180)
  ours.statistics()
  pass(20)
  expect(ours.statistics().spoken).toBe(-Infinity)
  expect(spoken()).toBe(-20)
})

test('in half duplex who speaks in one call closes the microphone in the others (AUDIO-06)', () => {
  const loudspeaker = silentLoudspeaker()
  const one = call({ duplex: 'half' }, loudspeaker)
  const other = call({ duplex: 'half' }, loudspeaker)
  other.ours.speak(TONE)
  one.theirs.speak(TONE)
  one.pass(2000)
  expect(other.spoken(900)).toBe(-Infinity)
  one.theirs.speak({ kind: 'silence' })
  one.pass(1000)
  expect(other.spoken()).toBe(-20)
})

test('an echo is that of a loudspeaker which clips', () => {
  const { theirs, spoken } = call({ echoCancellation: false, outputFactor: 10 ** (24 / 20) })
  theirs.speak({ ...TONE, level: -4 })
  // A square wave at full scale, 30 dB softer, at most.
  expect(spoken()).toBe(-30)
})

test('what is heard is handed on as it arrives, at the rate of the codec', () => {
  const { heard, theirs, pass } = call({})
  theirs.speak(TONE)
  pass(1000)
  expect(heard.length).toBeGreaterThan(45)
  expect(heard.every(({ rate, samples }) => rate === 16_000 && samples.length === 320)).toBe(true)
})

test('what is spoken live is heard after 60 ms, a part after the other', () => {
  const { heard, ours, theirs, pass } = call({})
  theirs.speak({ kind: 'live' })
  const part = new Int16Array(640).fill(8000)
  theirs.speakLive(part)
  pass(200)
  expect(heard.every(({ samples }) => samples.every((sample) => Math.abs(sample) < 100))).toBe(true)
  for (let round = 0; round < 20; round += 1) {
    theirs.speakLive(part)
    pass(40)
  }
  ours.statistics()
  theirs.speakLive(part)
  pass(40)
  expect(Math.round(ours.statistics().heard)).toBe(-12)
})

test('at 8 kHz samples of 16 kHz are as fast and as loud', () => {
  const speak = openMicrophone({ kind: 'samples', samples: Float32Array.of(0.25, 0.75) })
  expect(speak(8000)).toEqual(new Float32Array(160).fill(0.5))
  expect(Array.from(speak(16_000).subarray(0, 3))).toEqual([0.25, 0.75, 0.25])
})

test('of what is spoken live at most half a second waits, and the rest is silence', () => {
  const live = new LiveSamples()
  live.add(Int16Array.from({ length: 10_000 }, (_, index) => index))
  expect(live.take()).toBeCloseTo(2000 / 32_768)
  for (let index = 1; index < 8000; index += 1) live.take()
  expect(live.take()).toBe(0)
})
