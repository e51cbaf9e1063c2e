import { openTracks } from '../../services/clips/tracks.ts'
import { noSuchClip } from '../../state/clips.ts'
import type { Clip, Clips } from '../../state/clips.ts'
import type { Database } from '../../state/database.ts'
import type { Engine } from '../engine.ts'
import type { Player } from '../sound/player.ts'
import type { ClipDecoder } from './decoder.ts'

/** Which clip to play, and how. */
export interface ClipOrder {
  /** The number of the clip; it comes before `location`. */
  clip?: string | undefined
  /** As in `root.MediaClip.M#.Location`. With `*` for any part of it, one of those that match. */
  location?: string | undefined
  /** How often it is played again; -1 for endless. */
  repeat: number
  /** Percent of the clip's own loudness. */
  volume: number
}

/** Plays the stored clips. The last order counts, from whomever it came. */
export interface ClipPlayer extends Engine {
  /** Shared, because it works on one file at a time. */
  readonly decoder: ClipDecoder
  /**
   * Plays a clip, replacing the current sound.
   * @returns its number, and what is aborted once it is over: ended, stopped, or never begun because of
   *   a later order
   * @throws Refusal `invalid` if there is no such clip, or if its file can't be read
   */
  play(order: ClipOrder): Promise<{ number: number; over: AbortSignal }>
  stop(): void
  /** A clip was removed: it must not be heard when nobody sees it in the list. */
  removed(number: number): void
  close(): void
}

export function openClipPlayer(
  parts: {
    clips: Pick<Clips, 'all'>
    database: Pick<Database, 'onRestored'>
    player: Pick<Player, 'play' | 'stop' | 'playing'>
  },
  decoder: ClipDecoder,
): ClipPlayer {
  const { clips, database, player } = parts
  const tracks = openTracks(decoder)
  /** Counts the orders: decoding takes a while. */
  let orders = 0

  function stop(): void {
    orders += 1
    player.stop()
  }

  function requested({ clip, location = '' }: Pick<ClipOrder, 'clip' | 'location'>): Clip {
    const found = clips
      .all()
      .filter((one) =>
        clip === undefined ? matches(location, one.location) : String(one.number) === clip,
      )
    const chosen = found[Math.floor(Math.random() * found.length)]
    if (!chosen) throw noSuchClip()
    return chosen
  }

  database.onRestored(stop)

  return {
    decoder,
    async play(asked) {
      const clip = requested(asked)
      const { repeat, volume } = asked
      orders += 1
      const order = orders
      const track = await tracks.of(clip)
      // It may have been removed or renamed meanwhile.
      const { name } = requested({ location: clip.location })
      const over =
        order === orders
          ? player.play({ ...track, name }, repeat < 0 ? -1 : repeat + 1, volume)
          : AbortSignal.abort()
      return { number: clip.number, over }
    },
    stop,
    removed(number) {
      if (player.playing()?.clip === String(number)) stop()
    },
    close: stop,
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
