import { writeFileSync } from 'node:fs'
import type { Sound } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Wire } from '../../hardware/wire.ts'
import { SAMPLE_RATE, waveFile } from './wave.ts'

/** A clip to play. */
export interface Track {
  /** Number of the clip. */
  clip: string
  /** The display name. */
  name: string
  /** Samples from -1 to 1, at `SAMPLE_RATE` per second. */
  samples: Float32Array
}

/** The loudspeaker, which plays one sound at a time. */
export interface Player {
  /** The current sound; undefined in silence. */
  playing(): (Omit<Sound, 'file'> & Pick<Track, 'clip'>) | undefined
  /**
   * Plays a clip, replacing the current sound.
   * @param plays total number of plays; -1 for endless
   * @param volume percent of the clip's own loudness
   */
  play(track: Track, plays: number, volume: number): void
  /** Changes the volume of the current sound without restarting it. */
  setVolume(volume: number): void
  stop(): void
}

/**
 * @param file the sound file that the board reads; rewritten for each sound
 */
export function openPlayer(parts: {
  clock: Clock
  wire: Wire
  file: string
  logToBench: LogToBench
}): Player {
  const { clock, wire, file, logToBench } = parts
  let playing: { sound: Sound; clip: string; end: AbortController } | undefined

  function report(): void {
    wire.send({ type: 'sound', sound: playing?.sound ?? null })
  }

  function stop(): void {
    if (!playing) return
    playing.end.abort()
    playing = undefined
    report()
    logToBench('sound.ended')
  }

  return {
    playing() {
      if (!playing) return undefined
      const { file: _file, ...sound } = playing.sound
      return { ...sound, clip: playing.clip }
    },
    play({ clip, name, samples }, plays, volume) {
      writeFileSync(file, waveFile(samples))
      playing?.end.abort()
      const seconds = samples.length / SAMPLE_RATE
      const end = new AbortController()
      playing = { sound: { name, file, seconds, plays, volume, since: clock.now() }, clip, end }
      report()
      // The bench log formats this as a count, where 0 means endless.
      logToBench('sound.started', { name, plays: Math.max(plays, 0) })
      if (plays < 0) return
      clock.wait(seconds * plays * 1000, end.signal).then(stop, () => undefined)
    },
    setVolume(volume) {
      if (!playing) return
      playing.sound = { ...playing.sound, volume }
      report()
    },
    stop,
  }
}
