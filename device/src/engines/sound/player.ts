import type { Sound } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Wire } from '../../hardware/wire.ts'
import { RATE } from './levels.ts'
import { playback } from './sources.ts'
import type { Playback, Source } from './sources.ts'

/** A clip to play. */
export interface Track {
  /** Number of the clip. */
  clip: string
  /** The display name. */
  name: string
  /** One channel, from -1 to 1 or of 16 bits. */
  samples: Float32Array | Int16Array
  /** Samples a second. */
  rate: number
}

/** The player of the loudspeaker, which plays one clip at a time. */
export interface Player {
  /** The current sound; undefined in silence. */
  playing(): (Sound & Pick<Track, 'clip'>) | undefined
  /**
   * Plays a clip, replacing the current sound.
   * @param plays total number of plays; -1 for endless
   * @param volume percent of the clip's own loudness
   * @returns aborted as soon as it has ended, stopped or replaced
   */
  play(track: Track, plays: number, volume: number): AbortSignal
  /** Changes the volume of the current sound without restarting it. */
  setVolume(volume: number): void
  stop(): void
}

/** The player with what it gives to the mixer. */
export interface MixedPlayer extends Player {
  /** The current sound, and the end of the one before it, which a level of the recent past may need. */
  sources(): readonly Source[]
}

/** How much of a sound that has ended is kept: 2 s. */
const END = 2 * RATE

/** The end of a recording, without its other samples, of which there may be many. */
function endOf(recording: Playback): Source {
  const { until } = recording
  const began = Math.max(0, until - END)
  const samples = new Float32Array(until - began)
  playback(recording)(samples, began)
  return playback({ samples, rate: RATE, began, plays: 1, factor: 1, until })
}

/** @param onChange called when a sound begins or ends, or changes its volume */
export function openPlayer(parts: {
  clock: Pick<Clock, 'now' | 'monotonic' | 'wait'>
  wire: Pick<Wire, 'send'>
  logToBench: LogToBench
  onChange?: () => void
}): MixedPlayer {
  const { clock, wire, logToBench, onChange } = parts
  let playing:
    | { sound: Sound; clip: string; end: AbortController; recording: Playback; source: Source }
    | undefined
  let ended: Source | undefined

  const present = () => Math.round((clock.monotonic() * RATE) / 1000)

  function report(): void {
    wire.send({ type: 'sound', sound: playing?.sound ?? null })
  }

  /** Ends the current sound, of which nobody is told. */
  function cut(): void {
    if (!playing) return
    playing.end.abort()
    playing.recording.until = present()
    ended = endOf(playing.recording)
    playing = undefined
  }

  function stop(): void {
    if (!playing) return
    cut()
    report()
    logToBench('sound.ended')
    onChange?.()
  }

  return {
    playing: () => playing && { ...playing.sound, clip: playing.clip },
    sources: () => [ended, playing?.source].filter((source) => source !== undefined),
    play({ clip, name, samples, rate }, plays, volume) {
      cut()
      const seconds = samples.length / rate
      const end = new AbortController()
      const recording: Playback = {
        samples,
        rate,
        began: present(),
        plays: plays < 0 ? Infinity : plays,
        factor: volume / 100,
        until: Infinity,
      }
      playing = {
        sound: { name, seconds, plays, volume, since: clock.now() },
        clip,
        end,
        recording,
        source: playback(recording),
      }
      report()
      // The bench log formats this as a count, where 0 means endless.
      logToBench('sound.started', { name, plays: Math.max(plays, 0) })
      onChange?.()
      if (plays >= 0) {
        clock.wait(seconds * plays * 1000, end.signal).then(stop, () => undefined)
      }
      return end.signal
    },
    setVolume(volume) {
      if (!playing) return
      playing.sound = { ...playing.sound, volume }
      playing.recording.factor = volume / 100
      report()
      onChange?.()
    },
    stop,
  }
}
