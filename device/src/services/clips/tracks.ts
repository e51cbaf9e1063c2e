import { Refusal } from '@lintel/contract/fault'
import type { ClipDecoder } from '../../engines/clips/decoder.ts'
import { Unplayable } from '../../engines/clips/unplayable.ts'
import { samplesOf } from '../../engines/sound/factory-clips.ts'
import type { Track } from '../../engines/sound/player.ts'
import { SAMPLE_RATE } from '../../engines/sound/wave.ts'
import type { Clip } from '../../state/clips.ts'

/** The sound of clips, ready to be played. */
export interface Tracks {
  /** @throws Refusal if the file can no longer be read */
  of(clip: Clip): Promise<Track>
}

/** How many samples of uploaded clips stay decoded: 8 MB, such as 87 s at 48 kHz. */
export const KEPT_SAMPLES = 4_194_304

/**
 * Decodes clips, each once however many ask for it at the same time, and keeps those that were
 * played last. Longer ones can be played again as long as their samples are in memory anyway.
 */
export function openTracks(decoder: ClipDecoder): Tracks {
  const kept = new Map<string, Int16Array>()
  const decoding = new Map<string, Promise<Int16Array>>()
  let long: { path: string; samples: WeakRef<Int16Array> } | undefined

  function keep(path: string, samples: Int16Array): void {
    kept.delete(path)
    if (samples.length > KEPT_SAMPLES) {
      long = { path, samples: new WeakRef(samples) }
      return
    }
    kept.set(path, samples)
    let total = 0
    for (const [one, { length }] of Array.from(kept).toReversed()) {
      total += length
      if (total > KEPT_SAMPLES) kept.delete(one)
    }
  }

  function decoded(path: string): Promise<Int16Array> {
    const running = decoding.get(path)
    if (running) return running
    const started = decoder.samplesOf(path).finally(() => decoding.delete(path))
    decoding.set(path, started)
    return started
  }

  async function samplesIn(path: string): Promise<Int16Array> {
    const known = kept.get(path) ?? (long?.path === path ? long.samples.deref() : undefined)
    const samples = known ?? (await decoded(path))
    keep(path, samples)
    return samples
  }

  return {
    async of(clip) {
      const track = { clip: String(clip.number), name: clip.name }
      if ('factory' in clip)
        return { ...track, samples: samplesOf(clip.factory), rate: SAMPLE_RATE }
      try {
        return { ...track, samples: await samplesIn(clip.path), rate: clip.file.rate }
      } catch (cause) {
        throw cause instanceof Unplayable ? new Refusal('invalid', cause.message) : cause
      }
    },
  }
}
