import { LIVE_RATE } from '@lintel/contract/bench-sound'
import type { MeterLevel, SoundLevels } from '@lintel/contract/bench-sound'
import type { Handled } from '@lintel/contract/handling'
import type { Product } from '@lintel/contract/products/product'
import type { MicrophoneInput } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import { hostEvery } from '../../clock/host-every.ts'
import type { Every } from '../../clock/host-every.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Wire } from '../../hardware/wire.ts'
import type { EventBus } from '../../events/bus.ts'
import type { Database } from '../../state/database.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { Engine } from '../engine.ts'
import type { MediaEngine } from '../media/types.ts'
import { HeardCalls } from './heard-calls.ts'
import { BLOCK, BLOCK_MS, RATE, fromPcm, toPcm } from './levels.ts'
import { microphoneSource } from './microphone.ts'
import { CHANNELS, SoundPath } from './path.ts'
import type { Channel, Level } from './path.ts'
import { openPlayer } from './player.ts'
import type { Player } from './player.ts'
import { SOUND_GROUPS, soundSettings } from './settings.ts'
import type { SoundSettings } from './settings.ts'
import { LiveSource } from './sources.ts'
import type { Source } from './sources.ts'

/** The levels of the channels that the product has. */
export type Levels = Partial<Record<Channel, Level>>

/** The device's sound: microphone, clips and calls, gains, outputs, meters. */
export interface Sound extends Engine {
  readonly player: Player
  /**
   * The level of a channel over the last 200 ms. Calls count only while somebody has subscribed or
   * listens.
   */
  level(channel: Channel): Level
  /** The levels of now, as `subscribe` gives them. */
  levels(): Levels
  /**
   * Calls back five times a second, in the host's time, with levels that are computed once for all.
   * @returns what ends it
   */
  subscribe(fn: (levels: Levels) => void): () => void
  /**
   * Calls back with whether there may be anything on the channel `input`, at once and when that
   * changes: nobody has to measure the silence of a microphone with nothing in front of it.
   * @returns what ends it
   */
  onMicrophone(fn: (mayHear: boolean) => void): () => void
  /**
   * Calls back ten times a second with what the loudspeaker plays: 16-bit PCM, `SOUND_RATE`. One that
   * is unplugged plays nothing.
   */
  listen(fn: (pcm: Buffer) => void): () => void
  /**
   * What sounds in front of the microphone from now on.
   * @throws Refusal `invalid` for a file that is no audio
   */
  speak(input: MicrophoneInput): void
  /**
   * Adds a source to what the outputs play.
   * @returns what removes it
   */
  mix(source: Source): () => void
  /**
   * What has been at both ends of the room: played by the loudspeaker, and sounding in front of the
   * microphone besides. Calls count only while somebody has subscribed or listens.
   * @param from number of a sample since the start of the device, at most 2.5 s ago; `RATE`
   */
  past(from: number, count: number): { played: Float32Array; around: Float32Array }
  /** Whether audio is enabled at all. */
  isEnabled(): boolean
}

export interface SoundParts {
  clock: Pick<Clock, 'now' | 'monotonic' | 'wait'>
  product: Pick<Product, 'audio' | 'capabilities'>
  parameters: Pick<Parameters, 'get' | 'subscribe'>
  database: Pick<Database, 'onRestored'>
  media: Pick<MediaEngine, 'setSound' | 'onHeard' | 'speakLive'>
  wire: Pick<Wire, 'send' | 'on'>
  events: Pick<EventBus, 'changed'>
  plugged: { world: Pick<Handled, 'microphoneDisabled' | 'speaker'> }
  logToBench: LogToBench
}

/** Milliseconds between two readings of the meters. */
const METER_MS = 200
/** Between two parts of the sound for listeners. */
const LISTEN_MS = 100
/** After a longer pause, the blocks in between are left out. */
const LATE_BLOCKS = 25

/** The block at these milliseconds since the start, which is not over yet. */
const blockAt = (at: number) => Math.floor(at / BLOCK_MS)

/** Opens the sound path of a product with audio. Nothing runs while nobody looks or listens. */
export function openSound(parts: SoundParts, { every = hostEvery }: { every?: Every } = {}): Sound {
  const { clock, product, parameters, media, wire, events } = parts
  const watchers = new Set<(levels: Levels) => void>()
  const listeners = new Set<(pcm: Buffer) => void>()
  const mixed = new Set<Source>()
  const calls = new HeardCalls()
  let handled = parts.plugged.world
  let settings = settingsNow()
  const live = new LiveSource()
  let microphone: Source = microphoneSource({ kind: 'silence' }, live.source)
  let isSpokenTo = false
  const toldOfMicrophone = new Set<(mayHear: boolean) => void>()
  let couldHear = false
  let stopMeters: (() => void) | undefined
  let stopListening: (() => void) | undefined
  let stopHearing: (() => void) | undefined
  let next = 0

  const player = openPlayer({
    ...parts,
    onChange() {
      tellMedia()
      events.changed('sound')
    },
  })
  const path = new SoundPath({
    settings: () => settings,
    microphone: () => microphone,
    players: () => [...player.sources(), ...mixed, ...calls.sources(present())],
  })
  const channels = CHANNELS.filter(
    (channel) =>
      (channel === 'input' && product.audio?.input) ||
      (channel === 'output' && product.audio?.output) ||
      (channel === 'lineOut' && product.capabilities?.lineOutGain) ||
      (channel === 'telecoil' && product.capabilities?.telecoilOutGain),
  )

  const level = (channel: Channel) => path.level(channel, blockAt(clock.monotonic()))

  function levels(): Levels {
    const now = blockAt(clock.monotonic())
    return Object.fromEntries(channels.map((channel) => [channel, path.level(channel, now)]))
  }

  /** In half duplex, clips and the sweep of the speaker test close the microphone of calls, too. */
  function tellMedia(): void {
    const { duplex, outputFactor } = settings
    const isPlaying = outputFactor > 0 && (player.playing() !== undefined || mixed.size > 0)
    media.setSound(duplex === 'half' && isPlaying ? { ...settings, inputFactor: 0 } : settings)
  }

  /**
   * A microphone that is disabled in hardware hears nothing, and nothing comes back from a
   * loudspeaker that is unplugged.
   */
  function settingsNow(): SoundSettings {
    const { inputFactor, echoCancellation, ...others } = soundSettings(product, parameters)
    return {
      ...others,
      inputFactor: handled.microphoneDisabled ? 0 : inputFactor,
      echoCancellation: echoCancellation || handled.speaker === 'unplugged',
    }
  }

  function applySettings(): void {
    settings = settingsNow()
    tellMedia()
    tellOfMicrophone()
  }

  /** Something is in front of the microphone, or what the loudspeaker plays comes back to it. */
  function mayHear(): boolean {
    const { inputFactor, outputFactor, echoCancellation } = settings
    return inputFactor > 0 && (isSpokenTo || (outputFactor > 0 && !echoCancellation))
  }

  function tellOfMicrophone(): void {
    const can = mayHear()
    if (can === couldHear) return
    couldHear = can
    for (const fn of Array.from(toldOfMicrophone)) fn(can)
  }

  const present = () => Math.round((clock.monotonic() * RATE) / 1000)

  /** What people say in front of the device, in its meters and in its calls. */
  function speakLive(pcm: Buffer): void {
    const samples = fromPcm(pcm)
    live.add(samples, LIVE_RATE, 1 / 32_768, present())
    media.speakLive(samples)
  }

  function hear(call: number, samples: Int16Array, rate: number): void {
    calls.add(call, samples, rate, present())
  }

  function measureAll(): void {
    const now = levels()
    for (const fn of Array.from(watchers)) fn(now)
  }

  function playOn(): void {
    const end = blockAt(clock.monotonic())
    if (end - next > LATE_BLOCKS) next = end - LISTEN_MS / BLOCK_MS
    const blocks: Buffer[] = []
    const isSilent = handled.speaker === 'unplugged'
    for (; next < end; next += 1) {
      blocks.push(isSilent ? Buffer.alloc(2 * BLOCK) : toPcm(path.samples('output', next)))
    }
    if (blocks.length === 0) return
    const pcm = Buffer.concat(blocks)
    for (const fn of Array.from(listeners)) fn(pcm)
  }

  /** Starts what somebody needs, and stops what nobody needs any more. */
  function attend(): void {
    const isWatched = watchers.size > 0
    const isListened = listeners.size > 0
    if (isWatched) stopMeters ??= every(METER_MS, measureAll)
    else {
      stopMeters?.()
      stopMeters = undefined
    }
    if (isListened && !stopListening) {
      next = blockAt(clock.monotonic())
      stopListening = every(LISTEN_MS, playOn)
    } else if (!isListened) {
      stopListening?.()
      stopListening = undefined
    }
    if (isWatched || isListened) stopHearing ??= media.onHeard(hear)
    else {
      stopHearing?.()
      stopHearing = undefined
      calls.clear()
    }
  }

  function joining<T>(all: Set<T>, fn: T): () => void {
    all.add(fn)
    attend()
    return () => {
      all.delete(fn)
      attend()
    }
  }

  function past(from: number, count: number): { played: Float32Array; around: Float32Array } {
    const first = Math.floor(from / BLOCK)
    const length = Math.ceil((from + count) / BLOCK) - first
    const joined = (samplesOf: (number: number) => Float32Array) => {
      const all = new Float32Array(length * BLOCK)
      for (let at = 0; at < length; at += 1) all.set(samplesOf(first + at), at * BLOCK)
      return all.subarray(from - first * BLOCK, from - first * BLOCK + count)
    }
    return {
      played: joined((number) => path.samples('output', number)),
      around: joined((number) => path.around(number)),
    }
  }

  const subscribe = (fn: (levels: Levels) => void) => joining(watchers, fn)
  const listen = (fn: (pcm: Buffer) => void) => joining(listeners, fn)

  let stopReporting: (() => void) | undefined
  let stopSending: (() => void) | undefined
  const stops = [
    ...SOUND_GROUPS.map((group) => parameters.subscribe(group, applySettings)),
    wire.on('spoken', ({ pcm }) => speakLive(Buffer.from(pcm, 'base64'))),
    wire.on('monitor', ({ levels: wantsLevels, samples: wantsSamples }) => {
      stopReporting?.()
      stopSending?.()
      stopReporting = wantsLevels ? subscribe(report) : undefined
      stopSending = wantsSamples
        ? listen((pcm) => wire.send({ type: 'samples', pcm: pcm.toString('base64') }))
        : undefined
    }),
  ]
  parts.database.onRestored(() => player.stop())
  tellMedia()
  tellOfMicrophone()

  function report(now: Levels): void {
    const written: SoundLevels = {}
    for (const channel of channels) {
      const one = now[channel]
      if (one) written[channel] = meterLevel(one)
    }
    wire.send({ type: 'levels', levels: written })
  }

  return {
    player,
    level,
    levels,
    subscribe,
    listen,
    onMicrophone(fn) {
      toldOfMicrophone.add(fn)
      fn(couldHear)
      return () => void toldOfMicrophone.delete(fn)
    },
    speak(input) {
      microphone = microphoneSource(input, live.source)
      isSpokenTo = input.kind !== 'silence'
      tellOfMicrophone()
    },
    mix(source) {
      mixed.add(source)
      tellMedia()
      return () => {
        if (mixed.delete(source)) tellMedia()
      }
    },
    worldChanged(world) {
      const before = handled
      handled = world
      const isSame = before.speaker === world.speaker
      if (!isSame || before.microphoneDisabled !== world.microphoneDisabled) applySettings()
    },
    past,
    isEnabled: () => parameters.get('root.Audio.A0.Enabled'),
    close() {
      player.stop()
      toldOfMicrophone.clear()
      watchers.clear()
      listeners.clear()
      attend()
      for (const stop of stops) stop()
    },
  }
}

/** JSON has no infinity. */
const tenth = (level: number): number | null =>
  Number.isFinite(level) ? Math.round(level * 10) / 10 : null

const meterLevel = ({ rms, peak, hold }: Level): MeterLevel => ({
  rms: tenth(rms),
  peak: tenth(peak),
  hold: tenth(hold),
})
