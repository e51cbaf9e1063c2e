import type { RequestOf } from '@lintel/contract/call'
import { getPlaying, playClip, setVolume, stopClip } from '@lintel/contract/calls/audio'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import { FACTORY_CLIPS, samplesOf } from '../../engines/sound/factory-clips.ts'
import { SAMPLE_RATE } from '../../engines/sound/wave.ts'
import type { Service } from '../service.ts'
import { wholeNumber } from '../whole-number.ts'

/** Limits of the repetitions, and of the volume in percent. */
const REPEATS = { least: -1, most: 9999 }
const VOLUMES = { least: 0, most: 1000 }

/** Plays audio clips. Source: console specification B §7 "Clips". */
export const clipService: Service = (device) => {
  const { parameters, sound } = device
  if (!sound) return { calls: [] }
  const { player } = sound

  /** The number of the requested clip, given directly or by its location. */
  function numberOf({ clip, location }: RequestOf<typeof playClip>): number {
    const found = FACTORY_CLIPS.findIndex((_, at) =>
      clip === undefined
        ? parameters.get(`root.MediaClip.M${at}.Location`) === location
        : String(at) === clip,
    )
    if (found < 0) throw new Refusal('invalid', 'There is no such clip.')
    return found
  }

  return {
    calls: [
      serve(playClip, (input) => {
        const number = numberOf(input)
        const repeat = wholeNumber('repeat', input.repeat, REPEATS)
        const volume = wholeNumber('volume', input.volume, VOLUMES)
        const clip = FACTORY_CLIPS[number]
        if (!clip) throw new Refusal('invalid', 'There is no such clip.')
        const name = parameters.get(`root.MediaClip.M${number}.Name`)
        const track = { clip: String(number), name, samples: samplesOf(clip), rate: SAMPLE_RATE }
        player.play(track, repeat < 0 ? -1 : repeat + 1, volume)
        return null
      }),
      serve(stopClip, () => {
        player.stop()
        return null
      }),
      serve(getPlaying, () => ({ sound: player.playing() ?? null })),
      serve(setVolume, ({ volume }) => {
        player.setVolume(volume)
        return {}
      }),
    ],
    close() {
      player.stop()
    },
  }
}
