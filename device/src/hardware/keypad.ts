import { PIN_TIMEOUT } from '@lintel/contract/calls/intercom'
import { KEYPAD_STATES, TOPICS } from '@lintel/contract/events'
import type { KeypadKey } from '@lintel/contract/wire'
import type { Clock } from '../clock/clock.ts'
import type { EventBus } from '../events/bus.ts'

/** The longest PIN. Source: specification A §9. */
const PIN_MAX = 32

/** A key of the keypad; `#` enters and `C` clears. */
export type Key = KeypadKey | 'C'

/** The keypad, on the front or remote: collects a PIN or a speed dial key by key. */
export interface Keypad {
  press(key: Key): void
  close(): void
}

export interface KeypadParts {
  clock: Pick<Clock, 'wait'>
  events: Pick<EventBus, 'publish'>
  /** The configured way to type PINs; with length 0 keys only end with `#`. */
  pin: () => { pinLength: number; pinTimeout: number } | undefined
  /**
   * Called with an entered PIN, which must not be logged.
   * @param ended whether `#` ended it, and not its length
   */
  entered: (keys: string, ended: boolean) => void
  /** Undefined on a keypad that doesn't call. */
  speedDials: SpeedDials | undefined
}

/** What the keypad needs of the phonebook. */
export interface SpeedDials {
  /** Rings whoever has these keys as speed dial; false if nobody has. */
  ring(keys: string): boolean
  /** Whether a longer speed dial begins with these keys. */
  goOn(keys: string): boolean
}

/**
 * An idle keypad. Reports its state, and every change of it. Keys that are entered by `#` or by the
 * length of PINs ring whoever has them as speed dial, and are a PIN otherwise. A speed dial that is
 * longer than PINs can be typed to its end: until then PINs with the same beginning need `#`.
 */
export function openKeypad({ clock, events, pin, entered, speedDials }: KeypadParts): Keypad {
  let keys = ''
  let timer: AbortController | undefined

  function report(): void {
    const State = keys !== '' ? KEYPAD_STATES.pin : KEYPAD_STATES.idle
    events.publish(
      { topic: TOPICS.keypad, source: { Source: 'Internal' }, data: { State } },
      'state',
    )
  }

  function become(next: string): void {
    const before = keys
    keys = next
    timer?.abort()
    timer = undefined
    if (next !== '') void expire((timer = new AbortController()))
    if ((next === '') !== (before === '')) report()
  }

  async function expire({ signal }: AbortController): Promise<void> {
    const seconds = pin()?.pinTimeout ?? PIN_TIMEOUT
    await clock.wait(seconds * 1000, signal).catch(() => undefined)
    if (!signal.aborted) become('')
  }

  function enter(ended: boolean): void {
    const typed = keys
    become('')
    if (typed !== '' && !speedDials?.ring(typed)) entered(typed, ended)
  }

  report()
  return {
    press(key) {
      if (key === 'C') return become('')
      if (key === '#') return enter(true)
      become(keys + key)
      const isLong = keys.length >= (pin()?.pinLength || PIN_MAX)
      if (isLong && !speedDials?.goOn(keys)) enter(false)
    },
    close() {
      timer?.abort()
    },
  }
}
