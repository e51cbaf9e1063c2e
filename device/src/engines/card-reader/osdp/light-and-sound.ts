import { LED_COLOURS } from '@lintel/contract/cards'
import type { LedColour } from '@lintel/contract/cards'

/** How an LED is lit: on and off in turn, in units of 100 ms; without an on-time it is off. */
export interface Blinking {
  onTime: number
  offTime: number
  onColour: LedColour
  offColour: LedColour
}

/** What a controller wants of an LED. */
export interface LedCommand {
  reader: number
  led: number
  /** `keep`: what is temporary goes on; `cancel`: it ends; else it begins, for `time` × 100 ms. */
  temporary: 'keep' | 'cancel' | (Blinking & { time: number })
  /** `keep`: no change. */
  permanent: 'keep' | Blinking
}

/** What a controller wants of the buzzer, in units of 100 ms. */
export interface BuzzerCommand {
  reader: number
  sounds: boolean
  onTime: number
  offTime: number
  /** 0: until the next command. */
  count: number
}

const LED_LENGTH = 14
const BUZZER_LENGTH = 5

/** Reads the data of a LED command; undefined if they aren't whole records of known codes. */
export function ledCommands(data: Uint8Array): LedCommand[] | undefined {
  return records(data, LED_LENGTH, (record) => {
    const [reader = 0, led = 0, temporary = 0, onTime = 0, offTime = 0, on = 0, off = 0] = record
    const [low = 0, high = 0, permanent = 0, ...last] = record.slice(7)
    const blinkingFor = blinking(onTime, offTime, on, off)
    const blinkingOn = blinking(...(last as [number, number, number, number]))
    if (!blinkingFor || !blinkingOn || temporary > 2 || permanent > 1) return undefined
    const time = low + (high << 8)
    return {
      reader,
      led,
      temporary: temporary === 0 ? 'keep' : temporary === 1 ? 'cancel' : { ...blinkingFor, time },
      permanent: permanent === 0 ? 'keep' : blinkingOn,
    }
  })
}

/** Reads the data of a BUZ command; undefined if they aren't whole records of known codes. */
export function buzzerCommands(data: Uint8Array): BuzzerCommand[] | undefined {
  return records(data, BUZZER_LENGTH, (record) => {
    const [reader = 0, tone = 0, onTime = 0, offTime = 0, count = 0] = record
    // 0: no tone, 1: off, 2: the default tone.
    return tone > 2 ? undefined : { reader, sounds: tone === 2, onTime, offTime, count }
  })
}

/** The data of a LED command that lights the first LED in this colour until further notice. */
export function ledData(colour: LedColour): Uint8Array {
  const code = LED_COLOURS.indexOf(colour)
  return Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, code, code])
}

/** The data of a BUZ command: a second of sound, or silence. */
export function buzzerData(sounds: boolean): Uint8Array {
  return Uint8Array.from(sounds ? [0, 2, 10, 0, 1] : [0, 1, 0, 0, 0])
}

function blinking(onTime: number, offTime: number, on: number, off: number): Blinking | undefined {
  const onColour = LED_COLOURS[on]
  const offColour = LED_COLOURS[off]
  return onColour && offColour && { onTime, offTime, onColour, offColour }
}

function records<T>(
  data: Uint8Array,
  length: number,
  read: (record: number[]) => T | undefined,
): T[] | undefined {
  if (data.length === 0 || data.length % length !== 0) return undefined
  const found: T[] = []
  for (let at = 0; at < data.length; at += length) {
    const one = read(Array.from(data.subarray(at, at + length)))
    if (!one) return undefined
    found.push(one)
  }
  return found
}
