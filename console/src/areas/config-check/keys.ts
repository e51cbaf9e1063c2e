import { injectKeySequence } from '@lintel/contract/calls/intercom'
import { KEYPAD_STATES, TOPICS } from '@lintel/contract/events'
import { useEffect, useRef, useState } from 'react'
import { device } from '../../app/device.ts'
import { onEvents } from '../../app/events/live.ts'

export const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#', 'C'] as const
export type Key = (typeof KEYS)[number]

/** By which the device knows who typed (OPEN-49). */
const SOURCE = 'ConfigCheck'

/** Types keys on the device from here. */
export interface Typing {
  press: (key: Key) => void
  /** Keys of this PIN that the device has taken from here. */
  typed: number
  /** Keys that are on their way. */
  waiting: number
  failure: { key: Key; fault: unknown } | undefined
}

/** What the device tells of its keypad; undefined before that. A §4 Keypad simulator. */
export function useKeypadState(): 'idle' | 'pin' | undefined {
  const [state, setState] = useState<string>()
  useEffect(() => onEvents([TOPICS.keypad], ({ State }) => setState(State)), [])
  if (state === undefined) return undefined
  return state === KEYPAD_STATES.idle ? 'idle' : 'pin'
}

/**
 * Each press is one call, and they go in the order of the presses (OPEN-49). After one that failed,
 * those behind it are not sent: they would make another PIN.
 */
export function useTyping(state: 'idle' | 'pin' | undefined): Typing {
  const line = useRef<Key[]>([])
  const [waiting, setWaiting] = useState(0)
  const [typed, setTyped] = useState(0)
  const [failure, setFailure] = useState<Typing['failure']>()

  // What was typed is gone as soon as nobody types any more.
  const [before, setBefore] = useState(state)
  if (state !== before) {
    setBefore(state)
    if (state === 'idle') setTyped(0)
  }

  async function send() {
    for (let key = line.current[0]; key !== undefined; key = line.current[0]) {
      try {
        await device.call(injectKeySequence, { KeySequence: key, Source: SOURCE })
        line.current.shift()
        setTyped((count) => (key === 'C' || key === '#' ? 0 : count + 1))
      } catch (fault) {
        line.current = []
        setFailure({ key, fault })
      }
      setWaiting(line.current.length)
    }
  }

  return {
    press(key) {
      setFailure(undefined)
      line.current.push(key)
      setWaiting(line.current.length)
      if (line.current.length === 1) void send()
    },
    typed,
    waiting,
    failure,
  }
}
