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

/** How many samples of uploaded clips stay decoded: 16 MB, such as 87 s at 48 kHz. */
const KEPT = 4_194_304

/** Keeps the clips that were played last, so that playing one again costs nothing. */
export function openTracks(decoder: ClipDecoder): Tracks {
  const kept = new Map<string, Float32Array>()

  function keep(path: string, samples: Float32Array): void {
    if (samples.length > KEPT) return
    kept.set(path, samples)
    let total = 0
    for (const [one, { length }] of Array.from(kept).toReversed()) {
      total += length
      if (total > KEPT) kept.delete(one)
    }
  }

  async function samplesIn(path: string): Promise<Float32Array> {
    const known = kept.get(path)
    kept.delete(path)
    const samples = known ?? (await decoder.samplesOf(path))
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
