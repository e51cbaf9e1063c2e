import type { Happening } from '@lintel/contract/wire'
import { useEffect, useState } from 'react'

/** Milliseconds for which people see a key that was pressed, a card, and what happened. */
const SHOWN = { key: 400, card: 2_600, door: 5_000, told: 6_000 }

/** What has just happened at the device, as its log says, whoever caused it. */
export interface Moments {
  /** The key, or `callButton`, that was pressed; `turn` differs from press to press. */
  key: { key: string; turn: number } | undefined
  /** Whether the card in front of the reader counts. */
  card: { accepted: boolean; turn: number } | undefined
  /** Somebody was let in by a controller, which opens the door. */
  letIn: boolean
  /** What people in front of the device would talk about. */
  told: Happening | undefined
}

const NOTHING: Moments = { key: undefined, card: undefined, letIn: false, told: undefined }

/** Entries of the log that are told of beside the device. */
const TOLD: ReadonlySet<string> = new Set([
  'card.accepted',
  'card.refused',
  'access.granted',
  'access.denied',
  'access.failed',
  'keypad.entered',
  'keypad.dialled',
  'call.nobody',
  'call.buttonOff',
  'call.unavailable',
  'call.unanswered',
  'call.trigger',
  'detected.shock',
  'detected.dark',
  'detected.sound',
])

const same = (one: Happening, other: Happening) =>
  one.at === other.at && one.id === other.id && JSON.stringify(one) === JSON.stringify(other)

/** The entries after the last known one; none if that is no longer there. */
function newIn(happened: readonly Happening[], known: readonly Happening[]): Happening[] {
  const last = known.at(-1)
  if (!last) return [...happened]
  return happened.slice(happened.findLastIndex((one) => same(one, last)) + 1 || happened.length)
}

/** Follows the log of the device. What was there when the page opened is no longer seen. */
export function useMoments(happened: readonly Happening[]): Moments {
  const [known, setKnown] = useState(happened)
  const [turn, setTurn] = useState(0)
  const [now, setNow] = useState(NOTHING)

  if (happened !== known) {
    setKnown(happened)
    const fresh = newIn(happened, known)
    if (fresh.length > 0) {
      setTurn(turn + 1)
      setNow(fresh.reduce((before, one) => after(before, one, turn + 1), now))
    }
  }

  useFading(now.key, SHOWN.key, () => setNow((all) => ({ ...all, key: undefined })))
  useFading(now.card, SHOWN.card, () => setNow((all) => ({ ...all, card: undefined })))
  useFading(now.letIn || undefined, SHOWN.door, () => setNow((all) => ({ ...all, letIn: false })))
  useFading(now.told, SHOWN.told, () => setNow((all) => ({ ...all, told: undefined })))
  return now
}

function after(before: Moments, one: Happening, turn: number): Moments {
  const { id, values } = one
  const next = TOLD.has(id) ? { ...before, told: one } : before
  if (id === 'powerOff') return NOTHING
  if (id === 'pressed') return { ...next, key: { key: String(values['key']), turn } }
  const accepted = id === 'card.accepted' || id === 'access.granted'
  if (!accepted && id !== 'card.refused' && id !== 'access.denied') return next
  const letIn = next.letIn || id === 'access.granted'
  return { ...next, card: { accepted, turn }, letIn }
}

/** Calls `over` this long after the value was set. */
function useFading(value: unknown, milliseconds: number, over: () => void): void {
  useEffect(() => {
    if (value === undefined) return undefined
    const timer = setTimeout(over, milliseconds)
    return () => clearTimeout(timer)
    // `over` only sets state, and is another function each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [value, milliseconds])
}
