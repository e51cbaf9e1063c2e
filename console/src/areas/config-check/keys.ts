import { injectKeySequence } from '@lintel/contract/calls/intercom'
import { KEYPAD_STATES, TOPICS } from '@lintel/contract/events'
import { useEffect, useRef, useState } from 'react'
import { device } from '../../app/device.ts'
import { onEvents } from '../../app/events/live.ts'

export const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#', 'C'] as const
export type Key = (typeof KEYS)[number]

/** Identifies this page as the source of typed keys (OPEN-49). */
const SOURCE = 'ConfigCheck'

/** Types keys on the device. */
export interface Typing {
  press: (key: Key) => void
  /** Keys of the current PIN that the device has accepted from here. */
  typed: number
  /** Keys that are being sent. */
  waiting: number
  failure: { key: Key; fault: unknown } | undefined
}

/** The keypad state that the device reports; undefined before that. A §4 Keypad simulator. */
export function useKeypadState(): 'idle' | 'pin' | undefined {
  const [state, setState] = useState<string>()
  useEffect(() => onEvents([TOPICS.keypad], ({ State }) => setState(State)), [])
  if (state === undefined) return undefined
  return state === KEYPAD_STATES.idle ? 'idle' : 'pin'
}

/**
 * Each press is one call, in the order of the presses (OPEN-49). After a failed one the queued ones
 * are dropped: they would make a different PIN.
 */
export function useTyping(state: 'idle' | 'pin' | undefined): Typing {
  const queue = useRef<Key[]>([])
  const [waiting, setWaiting] = useState(0)
  const [typed, setTyped] = useState(0)
  const [failure, setFailure] = useState<Typing['failure']>()

  // The typed keys are cleared when nobody is typing any more.
  const [before, setBefore] = useState(state)
  if (state !== before) {
    setBefore(state)
    if (state === 'idle') setTyped(0)
  }

  async function send() {
    for (let key = queue.current[0]; key !== undefined; key = queue.current[0]) {
      try {
        await device.call(injectKeySequence, { KeySequence: key, Source: SOURCE })
        queue.current.shift()
        setTyped((count) => (key === 'C' || key === '#' ? 0 : count + 1))
      } catch (fault) {
        queue.current = []
        setFailure({ key, fault })
      }
      setWaiting(queue.current.length)
    }
  }

  return {
    press(key) {
      setFailure(undefined)
      queue.current.push(key)
      setWaiting(queue.current.length)
      if (queue.current.length === 1) void send()
    },
    typed,
    waiting,
    failure,
  }
}
