import type { RequestOf } from '@lintel/contract/call'
import { getPlaying, playClip, setVolume, stopClip } from '@lintel/contract/calls/audio'
import { playMediaClip, stopMediaClip } from '@lintel/contract/calls/clips'
import { serve } from '@lintel/front-door/serve'
import type { ClipPlayer } from '../../engines/clips/clip-player.ts'
import type { Device } from '../../device.ts'
import type { Service } from '../service.ts'
import { wholeNumber } from '../whole-number.ts'
import { mediaClipCalls } from './media-clips.ts'

/** Limits of the repetitions, and of the volume in percent. */
const REPEATS = { least: -1, most: 9999 }
const VOLUMES = { least: 0, most: 1000 }

/** Plays and keeps audio clips. Source: console specification B §7 "Clips". */
export const clipService: Service = clipServiceWith(({ clipPlayer }) => clipPlayer)

/** The same with another player. */
export function clipServiceWith(playerOf: (device: Device) => ClipPlayer | undefined): Service {
  return (device) => {
    const { clips, sound } = device
    const clipPlayer = playerOf(device)
    if (!sound || !clipPlayer) return { calls: [] }
    const { player } = sound

    /** Plays a clip, and returns its number. */
    const play = async (
      input: Pick<RequestOf<typeof playClip>, 'clip' | 'location' | 'repeat' | 'volume'>,
    ): Promise<number> => {
      const { clip, location } = input
      const repeat = wholeNumber('repeat', input.repeat, REPEATS)
      const volume = wholeNumber('volume', input.volume, VOLUMES)
      const { number } = await clipPlayer.play({ clip, location, repeat, volume })
      return number
    }

    function playing() {
      const heard = player.playing()
      if (!heard) return null
      return { ...heard, name: clips.find(Number(heard.clip))?.name ?? heard.name }
    }

    return {
      calls: [
        serve(playClip, async (input) => {
          await play(input)
          return null
        }),
        serve(stopClip, () => {
          clipPlayer.stop()
          return null
        }),
        serve(playMediaClip, play),
        serve(stopMediaClip, () => {
          clipPlayer.stop()
          return null
        }),
        serve(getPlaying, () => ({ sound: playing() })),
        serve(setVolume, ({ volume }) => {
          player.setVolume(volume)
          return {}
        }),
        ...mediaClipCalls(device, clipPlayer),
      ],
    }
  }
}
