import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import type { Levels } from './sound.ts'
import { soundRig, square, whole } from './testing/sound-rig.ts'

test('the meters are those of the product, and follow the parameters (AUDIO-07, AUDIO-08)', async () => {
  const { sound, clock, set } = soundRig()
  sound.speak({ kind: 'tone', hertz: 440, level: 0.1 })
  sound.player.play({ ...square, samples: Float32Array.of(0.1) }, -1, 100)
  await clock.advance(1000)
  expect(whole(sound.levels())).toEqual({ input: -23, output: -20, lineOut: -20, telecoil: -20 })
  set({ 'root.AudioSource.A0.OutputGain': '-10', 'root.AudioSource.A0.TelecoilOutGain': '6' })
  await clock.advance(1000)
  expect(whole(sound.levels())).toEqual({ input: -23, output: -30, lineOut: -30, telecoil: -14 })
  set({ 'root.AudioSource.A0.OutputGain': 'mute', 'root.AudioSource.A0.InputGain': 'mute' })
  await clock.advance(1000)
  const muted = { input: -Infinity, output: -Infinity, lineOut: -Infinity, telecoil: -14 }
  expect(whole(sound.levels())).toEqual(muted)
  expect(Object.keys(soundRig('A8105-E').sound.levels())).toEqual(['input', 'output'])
})

test('a microphone that is disabled in hardware hears nothing, in calls neither', async () => {
  const { sound, clock, treated } = soundRig('A8105-E')
  const hears = async () => {
    await clock.advance(1000)
    const { input } = sound.levels()
    return [input !== undefined && input.rms > -99, treated.at(-1)?.inputFactor !== 0]
  }
  sound.speak({ kind: 'tone', hertz: 440, level: 0.1 })
  expect(await hears()).toEqual([true, true])
  sound.worldChanged?.({ ...PLAIN_WORLD, microphoneDisabled: true })
  expect(await hears()).toEqual([false, false])
  sound.worldChanged?.(PLAIN_WORLD)
  expect(await hears()).toEqual([true, true])
})

test.each([
  [{ 'root.Audio.DuplexMode': 'get' }, { input: true, output: false }],
  [{ 'root.Audio.DuplexMode': 'post' }, { input: false, output: true }],
  [{ 'root.Audio.DuplexMode': 'half' }, { input: false, output: true }],
  [{ 'root.Audio.A0.Enabled': false }, { input: false, output: false }],
])('with %o sound passes as follows: %o (AUDIO-06)', async (part, expected) => {
  const { sound, clock, set, treated } = soundRig('A8105-E')
  set(part)
  sound.speak({ kind: 'tone', hertz: 440, level: 0.1 })
  sound.player.play(square, -1, 10)
  await clock.advance(1000)
  const { input, output } = sound.levels()
  expect({ input: input && input.rms > -99, output: output && output.rms > -99 }).toEqual(expected)
  const { inputFactor = 0, outputFactor = 0 } = treated.at(-1) ?? {}
  expect({ input: inputFactor > 0, output: outputFactor > 0 }).toEqual(expected)
})

test.each([true, false])('calls get the switches of the parameters: %s', (isOn) => {
  const { set, treated } = soundRig()
  set({ 'root.AudioSource.A0.NoiseCancellation': isOn })
  set({ 'root.AudioSource.A0.EchoCancellation': !isOn })
  expect(treated.at(-1)).toMatchObject({ noiseCancellation: isOn, echoCancellation: !isOn })
})

test('outputs with a gain of their own are silent, too, where only the microphone is on (AUDIO-06)', async () => {
  const { sound, clock, set } = soundRig()
  set({ 'root.AudioSource.A0.LineOutGain': '0', 'root.AudioSource.A0.TelecoilOutGain': '0' })
  sound.player.play({ ...square, samples: Float32Array.of(0.1) }, -1, 100)
  await clock.advance(1000)
  expect(whole(sound.levels())).toMatchObject({ output: -20, lineOut: -20, telecoil: -20 })
  set({ 'root.Audio.DuplexMode': 'get' })
  await clock.advance(1000)
  const silent = -Infinity
  expect(whole(sound.levels())).toMatchObject({ output: silent, lineOut: silent, telecoil: silent })
})

test('a restored state plays nothing', () => {
  const { sound, restored } = soundRig()
  sound.player.play(square, -1, 100)
  for (const fn of restored) fn()
  expect(sound.player.playing()).toBeUndefined()
})

test('in half duplex calls get their microphone back when the clip ends', async () => {
  const { sound, clock, set, treated } = soundRig()
  set({ 'root.Audio.DuplexMode': 'half' })
  expect(treated.at(-1)?.inputFactor).toBe(1)
  sound.player.play({ ...square, samples: new Float32Array(1000) }, 1, 100)
  expect(treated.at(-1)?.inputFactor).toBe(0)
  await clock.advance(1000)
  expect(treated.at(-1)?.inputFactor).toBe(1)
})

test('in half duplex the sweep of the speaker test closes the microphone of calls, a muted clip does not', () => {
  const { sound, set, treated } = soundRig()
  const isOpen = () => treated.at(-1)?.inputFactor === 1
  set({ 'root.Audio.DuplexMode': 'half' })
  const hush = sound.mix(() => {})
  expect(isOpen()).toBe(false)
  hush()
  expect(isOpen()).toBe(true)
  sound.player.play(square, -1, 100)
  expect(isOpen()).toBe(false)
  set({ 'root.AudioSource.A0.OutputGain': 'mute' })
  expect(isOpen()).toBe(true)
})

test('a clip that is stopped or replaced is not heard any more', async () => {
  const { sound, clock } = soundRig()
  sound.player.play({ ...square, samples: Float32Array.of(0.1) }, -1, 100)
  await clock.advance(1000)
  expect(Math.round(sound.level('output').rms)).toBe(-20)
  sound.player.play({ ...square, samples: Float32Array.of(0.01) }, -1, 100)
  await clock.advance(1000)
  expect(Math.round(sound.level('output').rms)).toBe(-40)
  sound.player.stop()
  await clock.advance(1000)
  expect(sound.level('output').rms).toBe(-Infinity)
})

test('nothing runs while nobody looks, and one timer serves all who do', async () => {
  const { sound, timers, ears, pass } = soundRig()
  expect([timers.size, ears.size]).toEqual([0, 0])
  const seen: Levels[][] = [[], []]
  const stops = seen.map((list) => sound.subscribe((levels) => void list.push(levels)))
  expect([timers.size, ears.size]).toEqual([1, 1])
  await pass(600, 200)
  expect(seen[0]).toHaveLength(3)
  // The same objects: computed once.
  expect(seen[1]?.every((levels, index) => levels === seen[0]?.[index])).toBe(true)
  stops[0]?.()
  expect(timers.size).toBe(1)
  stops[1]?.()
  expect([timers.size, ears.size]).toEqual([0, 0])
})

test('a listener gets every block once, as 16-bit PCM at 48 kHz', async () => {
  const { sound, pass } = soundRig()
  sound.player.play({ ...square, samples: Float32Array.of(0.5) }, -1, 100)
  const heard: Buffer[] = []
  const stop = sound.listen((pcm) => void heard.push(pcm))
  await pass(1000)
  stop()
  await pass(1000)
  const all = Buffer.concat(heard)
  expect(all.length).toBe(2 * 48_000)
  expect([all.readInt16LE(0), all.readInt16LE(all.length - 2)]).toEqual([16_384, 16_384])
})

test('after a long pause a listener goes on with the present', async () => {
  const { sound, pass } = soundRig()
  const heard: Buffer[] = []
  sound.listen((pcm) => void heard.push(pcm))
  await pass(60_000, 60_000)
  expect(Buffer.concat(heard).length).toBe(2 * 4800)
})

test('what is heard in calls joins the mixer while somebody looks', async () => {
  const { sound, ears, pass } = soundRig()
  const call = () => {
    const samples = Int16Array.from({ length: 1600 }, (_, at) => (at % 2 === 0 ? 16_384 : -16_384))
    for (const fn of ears) fn(7, samples, 16_000)
  }
  const stop = sound.subscribe(() => {})
  for (let round = 0; round < 10; round += 1) {
    call()
    await pass(100)
  }
  expect(sound.level('output').peak).toBeCloseTo(-6, 1)
  stop()
  sound.subscribe(() => {})
  expect(sound.level('output').peak).toBeCloseTo(-6, 1)
  await pass(1000)
  expect(sound.level('output').peak).toBe(-Infinity)
})

test('what is spoken live is metered and goes to the calls, while the microphone is live', async () => {
  const { sound, clock, receive, spoken } = soundRig()
  const speak = async () => {
    for (let round = 0; round < 10; round += 1) {
      const pcm = Buffer.from(Int16Array.from({ length: 1600 }, () => 3277).buffer)
      receive({ type: 'spoken', pcm: pcm.toString('base64') })
      await clock.advance(100)
    }
    return Math.round(sound.level('input').rms)
  }
  expect(await speak()).toBe(-Infinity)
  sound.speak({ kind: 'live' })
  expect(await speak()).toBe(-20)
  expect(spoken[0]).toEqual(new Int16Array(1600).fill(3277))
})

test('of a clip that has ended the peak is still held, without its samples being kept', async () => {
  const { sound, clock } = soundRig()
  const samples = new Float32Array(3000).fill(0.1, 0, 2500)
  sound.player.play({ ...square, samples }, 1, 100)
  await clock.advance(3800)
  samples.fill(1)
  expect(sound.level('output').rms).toBe(-Infinity)
  expect(sound.level('output').hold).toBeCloseTo(-20, 1)
  sound.player.play({ ...square, samples: Float32Array.of(0.01) }, -1, 100)
  await clock.advance(1000)
  expect(sound.level('output').hold).toBeCloseTo(-40, 1)
})

test('consoles are told when a clip begins, changes its volume and ends, so that none has to poll', async () => {
  const { sound, clock, told } = soundRig()
  const toldBy = async (work: () => void) => {
    told.length = 0
    work()
    await clock.advance(1000)
    return told
  }
  const second = { ...square, samples: new Float32Array(1000).fill(1) }
  const play = (plays: number) => () => sound.player.play(second, plays, 100)
  expect(await toldBy(play(-1))).toEqual(['sound'])
  expect(sound.level('output').rms).toBeCloseTo(0, 1)
  expect(await toldBy(() => sound.player.setVolume(50))).toEqual(['sound'])
  expect(sound.level('output').rms).toBeCloseTo(-6, 1)
  expect(await toldBy(() => sound.player.stop())).toEqual(['sound'])
  // It begins and ends.
  expect(await toldBy(play(1))).toEqual(['sound', 'sound'])
  expect(await toldBy(() => sound.player.stop())).toEqual([])
})

test('nobody hears a loudspeaker that is unplugged, the microphone of calls neither', async () => {
  const { sound, pass, set, treated } = soundRig()
  set({ 'root.AudioSource.A0.EchoCancellation': false })
  sound.player.play({ ...square, samples: Float32Array.of(0.5) }, -1, 100)
  const heard: Buffer[] = []
  sound.listen((pcm) => void heard.push(pcm))
  const hears = async () => {
    await pass(2000)
    const { input, output } = sound.levels()
    heard.splice(0, heard.length - 1)
    return [
      heard[0]?.readInt16LE(0),
      heard[0]?.length,
      Math.round(input?.rms ?? 0),
      Math.round(output?.rms ?? 0),
      treated.at(-1)?.echoCancellation,
    ]
  }
  expect(await hears()).toEqual([16_384, 9600, -36, -6, false])
  sound.worldChanged?.({ ...PLAIN_WORLD, speaker: 'unplugged' })
  expect(await hears()).toEqual([0, 9600, -Infinity, -6, true])
  sound.worldChanged?.(PLAIN_WORLD)
  expect(await hears()).toEqual([16_384, 9600, -36, -6, false])
})

test('the board gets meters and samples only while it wants them; silence is null', async () => {
  const { sound, sent, receive, pass, timers } = soundRig()
  sound.player.play({ ...square, samples: Float32Array.of(0.1) }, -1, 100)
  sent.length = 0
  await pass(400, 200)
  expect(sent).toEqual([])
  receive({ type: 'monitor', levels: true, samples: false })
  await pass(400, 200)
  const level = { rms: -20, peak: -20, hold: -20 }
  expect(sent.at(-1)).toEqual({
    type: 'levels',
    levels: {
      input: { rms: null, peak: null, hold: null },
      output: level,
      lineOut: level,
      telecoil: level,
    },
  })
  receive({ type: 'monitor', levels: false, samples: true })
  sent.length = 0
  await pass(200)
  expect(sent.map(({ type }) => type)).toEqual(['samples', 'samples'])
  receive({ type: 'monitor', levels: false, samples: false })
  expect(timers.size).toBe(0)
})

test('after it has closed nothing runs any more', () => {
  const { sound, timers, ears, treated, set, receive } = soundRig()
  sound.subscribe(() => {})
  sound.listen(() => {})
  sound.player.play(square, -1, 100)
  void sound.close?.()
  expect(sound.player.playing()).toBeUndefined()
  treated.length = 0
  set({ 'root.Audio.DuplexMode': 'half' })
  receive({ type: 'monitor', levels: true, samples: true })
  expect([timers.size, ears.size, treated.length]).toEqual([0, 0, 0])
})

test('what the loudspeaker plays may be heard from the start, and is not told of after the end', () => {
  const { sound } = soundRig('I8016-LVE', { 'root.AudioSource.A0.EchoCancellation': false })
  const told: boolean[] = []
  sound.onMicrophone((may) => told.push(may))
  expect(told).toEqual([true])
  void sound.close?.()
  sound.worldChanged?.({ ...PLAIN_WORLD, microphoneDisabled: true })
  expect(told).toEqual([true])
})

test('who listens to the microphone knows whether there may be anything to hear', () => {
  const { sound, set } = soundRig()
  const told: boolean[] = []
  const stop = sound.onMicrophone((may) => told.push(may))
  sound.player.play(square, -1, 100)
  sound.speak({ kind: 'live' })
  sound.speak({ kind: 'tone', hertz: 440, level: 0.1 })
  expect(told).toEqual([false, true])
  set({ 'root.AudioSource.A0.InputGain': 'mute' })
  set({ 'root.AudioSource.A0.InputGain': '0' })
  sound.worldChanged?.({ ...PLAIN_WORLD, microphoneDisabled: true })
  expect(told).toEqual([false, true, false, true, false])
  sound.worldChanged?.(PLAIN_WORLD)
  sound.speak({ kind: 'silence' })
  expect(told.slice(5)).toEqual([true, false])
  expect(() => sound.speak({ kind: 'file', wave: 'no audio' })).toThrow('WAVE')
  expect(told).toHaveLength(7)
  // What the loudspeaker plays comes back.
  set({ 'root.AudioSource.A0.EchoCancellation': false })
  expect(told.slice(7)).toEqual([true])
  set({ 'root.AudioSource.A0.OutputGain': 'mute' })
  expect(told.slice(8)).toEqual([false])
  stop()
  sound.speak({ kind: 'live' })
  expect(told).toHaveLength(9)
})
