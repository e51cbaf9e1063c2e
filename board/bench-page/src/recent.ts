import type { Happening } from '@lintel/contract/wire'
import { useEffect, useState } from 'react'

/**
 * Milliseconds for which a pressed key, a card, a door that a controller opened, a door through which
 * somebody goes, and a message are seen.
 */
const SHOWN = { key: 400, card: 2_600, door: 5_000, passage: 2_000, told: 6_000 }

/** What has just happened at the device, as its log says, whoever caused it. */
export interface Recent {
  /** The key, or `callButton`, that was pressed; `turn` is another number for each press. */
  key: { key: string; turn: number } | undefined
  /** The card in front of a reader (from 1). */
  card: { accepted: boolean; reader: number; turn: number } | undefined
  /**
   * A remote controller let somebody in, which opens a door; `name` is that of its access point, and
   * `turn` another number each time. A controller of its own opens it with a relay.
   */
  letIn: { name: string; turn: number } | undefined
  /** Somebody goes through the door; `turn` is another number each time. */
  passage: { turn: number } | undefined
  /** The last event that is named beside the device. */
  told: Happening | undefined
}

const NOTHING: Recent = {
  key: undefined,
  card: undefined,
  letIn: undefined,
  passage: undefined,
  told: undefined,
}

/** Events that are named beside the device. */
const TOLD: ReadonlySet<string> = new Set([
  'card.accepted',
  'card.refused',
  'access.granted',
  'access.denied',
  'access.failed',
  'access.pin',
  'keypad.entered',
  'keypad.dialled',
  'heat.changed',
  'heat.state',
  'door.alarm',
  'call.nobody',
  'call.buttonOff',
  'call.unavailable',
  'call.unanswered',
  'call.trigger',
  'detected.shock',
  'detected.dark',
  'detected.sound',
])

/** Events in which a card was read, and not refused. */
const ACCEPTED: ReadonlySet<string> = new Set(['card.accepted', 'access.granted', 'access.pin'])

/**
 * The events that are not among the known ones: mostly the last, but one can be sorted in before them.
 * None if the log has nothing of the known ones any more, as when another board answers.
 */
function newIn(happened: readonly Happening[], known: readonly Happening[]): Happening[] {
  const before = new Set(known.map((one) => JSON.stringify(one)))
  const fresh = happened.filter((one) => !before.has(JSON.stringify(one)))
  return known.length > 0 && fresh.length === happened.length ? [] : fresh
}

/** Follows the log of the device, from when the page opened. */
export function useRecent(happened: readonly Happening[]): Recent {
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
  useFading(now.letIn, SHOWN.door, () => setNow((all) => ({ ...all, letIn: undefined })))
  useFading(now.passage, SHOWN.passage, () => setNow((all) => ({ ...all, passage: undefined })))
  useFading(now.told, SHOWN.told, () => setNow((all) => ({ ...all, told: undefined })))
  return now
}

function after(before: Recent, one: Happening, turn: number): Recent {
  const { id, values } = one
  const next = TOLD.has(id) ? { ...before, told: one } : before
  if (id === 'powerOff') return NOTHING
  if (id === 'story.door') return { ...next, passage: { turn } }
  if (id === 'pressed') return { ...next, key: { key: String(values['key']), turn } }
  // At a controller's own readers, a decision can be about a PIN that was typed.
  if ((values['presented'] ?? 'card') !== 'card') return next
  const accepted = ACCEPTED.has(id)
  if (!accepted && id !== 'card.refused' && id !== 'access.denied') return next
  const isRemote = id === 'access.granted' && values['door'] === undefined
  const letIn = isRemote ? { name: String(values['name'] ?? ''), turn } : next.letIn
  const reader = Number(values['reader'] ?? values['door'] ?? 1)
  return { ...next, card: { accepted, reader, turn }, letIn }
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
