/**
 * Makes guessing of codes slow, also by many calls, without keeping out those who know one. Own
 * design.
 */
import { BoundedMap } from '../sip/bounded-map.ts'
import type { CallStatus } from '../sip/types.ts'
import { readUri } from '../sip/wire.ts'

/** The other side of a call. */
export type OtherSide = Pick<CallStatus, 'direction' | 'remoteUri'>

export interface Guesses {
  /** Whether keys of this side count at present. */
  count(side: OtherSide): boolean
  /** Takes a key that completed no code. */
  wrong(side: OtherSide): void
  /** Takes the last key of a code, whose other keys were taken as wrong ones. */
  right(side: OtherSide, keys: number): void
}

/** How many keys without a code count at once: of one side, and of all strangers together. */
export const KEYS_MAX = 32
export const STRANGERS_MAX = 96
/** After that many, no key counts for so many milliseconds; then there is room for the longest code. */
export const PAUSE_MS = 300_000
export const LONGEST_CODE = 16
/** Milliseconds after which a key is forgiven. */
const EVERY_MS = PAUSE_MS / LONGEST_CODE

/** How many callers are remembered who have entered a code. */
const KNOWN_MAX = 500

interface Lane {
  most: number
  /** Keys that are not forgiven yet, at a time in monotonic milliseconds. */
  wrong: number
  at: number
  paused: boolean
}

const STRANGERS = 'strangers'

/**
 * The lanes of whoever calls the device are apart from those of whom it calls: people can claim any
 * name when they call, so they must not keep out those for whom the door rings. For the same reason
 * those who have entered a code before have a lane of their own.
 * @param now monotonic milliseconds
 * @param onPause told when the keys of a side no longer count, or those of all strangers
 */
export function openGuesses(
  now: () => number,
  onPause: (side: OtherSide, whose: 'own' | 'strangers') => void,
): Guesses {
  const lanes = new Map<string, Lane>()
  const known = new BoundedMap<string, true>(KNOWN_MAX)

  /** The lanes of a side, with how many keys they have. */
  function lanesOf({ direction, remoteUri }: OtherSide): [string, number][] {
    const own: [string, number] = [`${direction} ${nameOf(remoteUri)}`, KEYS_MAX]
    const isStranger = direction === 'incoming' && !known.has(nameOf(remoteUri))
    return isStranger ? [own, [STRANGERS, STRANGERS_MAX]] : [own]
  }

  /** A lane as it is now; undefined if nothing is held against it. */
  function laneNow(name: string): Lane | undefined {
    const lane = lanes.get(name)
    if (!lane) return undefined
    lane.wrong = Math.max(0, lane.wrong - (now() - lane.at) / EVERY_MS)
    lane.at = now()
    if (lane.wrong <= lane.most - LONGEST_CODE) lane.paused = false
    if (lane.wrong > 0) return lane
    lanes.delete(name)
    return undefined
  }

  return {
    count: (side) => lanesOf(side).every(([name]) => laneNow(name)?.paused !== true),
    wrong(side) {
      for (const name of Array.from(lanes.keys())) laneNow(name)
      for (const [name, most] of lanesOf(side)) {
        const lane = lanes.get(name) ?? { most, wrong: 0, at: now(), paused: false }
        lanes.set(name, lane)
        lane.wrong += 1
        if (lane.paused || Math.ceil(lane.wrong) < most) continue
        lane.paused = true
        onPause(side, name === STRANGERS ? 'strangers' : 'own')
      }
    },
    right(side, keys) {
      for (const [name] of lanesOf(side)) {
        const lane = laneNow(name)
        if (lane) lane.wrong -= keys - 1
      }
      known.set(nameOf(side.remoteUri), true)
    },
  }
}

/** `user@host`, whatever the port and the parameters. */
function nameOf(uri: string): string {
  const parts = readUri(uri)
  return parts ? `${parts.user ?? ''}@${parts.host.toLowerCase()}` : uri
}
