import { PIN_TIMEOUT } from '@lintel/contract/calls/intercom'
import { KEYPAD_STATES, TOPICS } from '@lintel/contract/events'
import type { KeypadKey } from '@lintel/contract/wire'
import type { Clock } from '../clock/clock.ts'
import type { EventBus } from '../events/bus.ts'

/** The longest PIN. Source: specification A §9. */
const PIN_MAX = 32

/** A key of the keypad; `#` enters and `C` clears. */
export type Key = KeypadKey | 'C'

/** The keypad, on the front or remote: collects a PIN key by key. */
export interface Keypad {
  press(key: Key): void
  close(): void
}

export interface KeypadParts {
  clock: Pick<Clock, 'wait'>
  events: Pick<EventBus, 'publish'>
  /** The configured way to type PINs; length 0 is any. */
  pin: () => { pinLength: number; pinTimeout: number } | undefined
  /** Called with the number of keys of an entered PIN. The keys themselves are never passed on. */
  entered: (keys: number) => void
}

/** An idle keypad. Reports its state, and every change of it. */
export function openKeypad({ clock, events, pin, entered }: KeypadParts): Keypad {
  let keys = 0
  let timer: AbortController | undefined

  function report(): void {
    const State = keys > 0 ? KEYPAD_STATES.pin : KEYPAD_STATES.idle
    events.publish(
      { topic: TOPICS.keypad, source: { Source: 'Internal' }, data: { State } },
      'state',
    )
  }

  function become(count: number): void {
    const before = keys
    keys = count
    timer?.abort()
    timer = undefined
    if (count > 0) void expire((timer = new AbortController()))
    if (count > 0 !== before > 0) report()
  }

  async function expire({ signal }: AbortController): Promise<void> {
    const seconds = pin()?.pinTimeout ?? PIN_TIMEOUT
    await clock.wait(seconds * 1000, signal).catch(() => undefined)
    if (!signal.aborted) become(0)
  }

  function enter(count: number): void {
    become(0)
    if (count > 0) entered(count)
  }

  report()
  return {
    press(key) {
      if (key === 'C') return become(0)
      if (key === '#') return enter(keys)
      become(keys + 1)
      if (keys >= (pin()?.pinLength || PIN_MAX)) enter(keys)
    },
    close() {
      timer?.abort()
    },
  }
}
