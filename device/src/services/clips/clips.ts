import type { RequestOf } from '@lintel/contract/call'
import { getPlaying, playClip, setVolume, stopClip } from '@lintel/contract/calls/audio'
import { playMediaClip, stopMediaClip } from '@lintel/contract/calls/clips'
import { serve } from '@lintel/front-door/serve'
import { openClipDecoder, startDecodeWorker } from '../../engines/clips/decoder.ts'
import type { ClipDecoder } from '../../engines/clips/decoder.ts'
import { noSuchClip } from '../../state/clips.ts'
import type { Clip } from '../../state/clips.ts'
import type { Device } from '../../device.ts'
import type { Service } from '../service.ts'
import { wholeNumber } from '../whole-number.ts'
import { mediaClipCalls } from './media-clips.ts'
import { openTracks } from './tracks.ts'

/** Limits of the repetitions, and of the volume in percent. */
const REPEATS = { least: -1, most: 9999 }
const VOLUMES = { least: 0, most: 1000 }

/** Plays and keeps audio clips. Source: console specification B §7 "Clips". */
export const clipService: Service = clipServiceWith(({ clock }) =>
  openClipDecoder(startDecodeWorker, clock),
)

/** The same with another way to decode files. */
export function clipServiceWith(openDecoder: (device: Device) => ClipDecoder): Service {
  return (device) => {
    const { clips, database, sound } = device
    if (!sound) return { calls: [] }
    const { player } = sound
    const decoder = openDecoder(device)
    const tracks = openTracks(decoder)
    /** Counts what people order: decoding takes a while, and the last order counts. */
    let orders = 0

    function stop(): void {
      orders += 1
      player.stop()
    }

    /** The requested clip, named by its number or by its location. */
    function requested({ clip, location = '' }: Partial<RequestOf<typeof playClip>>): Clip {
      const found = clips
        .all()
        .filter((one) =>
          clip === undefined ? matches(location, one.location) : String(one.number) === clip,
        )
      const chosen = found[Math.floor(Math.random() * found.length)]
      if (!chosen) throw noSuchClip()
      return chosen
    }

    /** Plays a clip, and returns its number. */
    async function play(
      input: Pick<RequestOf<typeof playClip>, 'clip' | 'location' | 'repeat' | 'volume'>,
    ): Promise<number> {
      const clip = requested(input)
      const repeat = wholeNumber('repeat', input.repeat, REPEATS)
      const volume = wholeNumber('volume', input.volume, VOLUMES)
      orders += 1
      const order = orders
      const track = await tracks.of(clip)
      // It may have been removed or renamed meanwhile.
      const { name } = requested({ location: clip.location })
      if (order === orders) player.play({ ...track, name }, repeat < 0 ? -1 : repeat + 1, volume)
      return clip.number
    }

    function playing() {
      const heard = player.playing()
      if (!heard) return null
      return { ...heard, name: clips.find(Number(heard.clip))?.name ?? heard.name }
    }

    /** Stops a clip that was removed, so that nothing is heard that nobody sees in the list. */
    function removed(number: number): void {
      if (player.playing()?.clip === String(number)) stop()
    }

    database.onRestored(stop)

    return {
      calls: [
        serve(playClip, async (input) => {
          await play(input)
          return null
        }),
        serve(stopClip, () => {
          stop()
          return null
        }),
        serve(playMediaClip, (input) => play(input)),
        serve(stopMediaClip, () => {
          stop()
          return null
        }),
        serve(getPlaying, () => ({ sound: playing() })),
        serve(setVolume, ({ volume }) => {
          player.setVolume(volume)
          return {}
        }),
        ...mediaClipCalls(device, { decoder, removed }),
      ],
      close: stop,
    }
  }
}

/** Whether a location is the one that a caller asks for, who may write `*` for a part of it. */
function matches(asked: string, location: string): boolean {
  const parts = asked.split('*')
  const last = parts.pop() ?? ''
  let at = 0
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (location.startsWith(part) ? 0 : -1) : location.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return parts.length === 0
    ? location === asked
    : location.length - last.length >= at && location.endsWith(last)
}
