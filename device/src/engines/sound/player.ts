import { writeFileSync } from 'node:fs'
import type { Sound } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import type { Happened } from '../../hardware/bench-log.ts'
import type { Wire } from '../../hardware/wire.ts'
import { SAMPLE_RATE, waveFile } from './wave.ts'

/** A clip to be played. */
export interface Track {
  /** Number of the clip. */
  clip: string
  /** As people call it. */
  name: string
  /** From -1 to 1, `SAMPLE_RATE` a second. */
  samples: Float32Array
}

/** The loudspeaker with one sound at a time. */
export interface Player {
  /** What sounds; undefined in silence. */
  playing(): (Omit<Sound, 'file'> & Pick<Track, 'clip'>) | undefined
  /**
   * Plays in the place of what sounds.
   * @param plays how often in all; -1 for ever
   * @param volume percent of its own loudness
   */
  play(track: Track, plays: number, volume: number): void
  /** Makes what sounds louder or softer, without beginning anew. */
  setVolume(volume: number): void
  stop(): void
}

/** @param file where the board finds what sounds; it is written anew for each */
export function openPlayer(parts: {
  clock: Clock
  wire: Wire
  file: string
  happened: Happened
}): Player {
  const { clock, wire, file, happened } = parts
  let playing: { sound: Sound; clip: string; end: AbortController } | undefined

  function tell(): void {
    wire.send({ type: 'sound', sound: playing?.sound ?? null })
  }

  function stop(): void {
    if (!playing) return
    playing.end.abort()
    playing = undefined
    tell()
    happened('sound.ended')
  }

  return {
    playing() {
      if (!playing) return undefined
      const { file: _file, ...sound } = playing.sound
      return { ...sound, clip: playing.clip }
    },
    play({ clip, name, samples }, plays, volume) {
      playing?.end.abort()
      writeFileSync(file, waveFile(samples))
      const seconds = samples.length / SAMPLE_RATE
      const end = new AbortController()
      playing = { sound: { name, file, seconds, plays, volume, since: clock.now() }, clip, end }
      tell()
      // The log's words count it, and 0 stands for without an end there.
      happened('sound.started', { name, plays: Math.max(plays, 0) })
      if (plays < 0) return
      clock.wait(seconds * plays * 1000, end.signal).then(stop, () => undefined)
    },
    setVolume(volume) {
      if (!playing) return
      playing.sound = { ...playing.sound, volume }
      tell()
    },
    stop,
  }
}
