import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import type { Line, ReaderAtFront } from '@lintel/contract/cards'
import type { Clock } from '../../clock/clock.ts'
import type { PortState } from '../io-ports/io-ports.ts'
import type { Blinking, BuzzerCommand, LedCommand } from './osdp/light-and-sound.ts'

type Settings = Pick<CardReaderConfiguration, 'Protocol' | 'WiegandConfiguration'>

export interface LightParts {
  clock: Pick<Clock, 'wait'>
  settings: () => Settings
  /** The state of a port; undefined if it is no input. */
  input: (port: number) => Pick<PortState, 'active' | 'closed'> | undefined
  /** Called after every change, also by time. */
  changed: () => void
}

/** The reader's light and beeper, which its controller drives. */
export interface Light {
  state(): Pick<ReaderAtFront, 'colour' | 'blinksWith' | 'beeps' | 'lines'>
  /** Shows for a while what the remote access server has decided. */
  show(granted: boolean): void
  /** Commands of OSDP. The reader has one LED and one buzzer: those of other numbers are ignored. */
  led(command: LedCommand): void
  buzzer(command: BuzzerCommand): void
  /** As after a start. */
  reset(): void
}

/** Milliseconds of OSDP's units of time. */
const UNIT = 100

/** How decisions look and sound, in these units: one tone, or three short ones. Own design. */
const GRANTED = { time: 30, onTime: 5, count: 1 }
const DENIED = { time: 30, onTime: 2, count: 3 }

export function openLight({ clock, settings, input, changed }: LightParts): Light {
  let permanent: Blinking | undefined
  let temporary: Blinking | undefined
  let sounds = false
  let ledTimer: AbortController | undefined
  let buzzerTimer: AbortController | undefined

  async function after(units: number, timer: AbortController, end: () => void): Promise<void> {
    await clock.wait(units * UNIT, timer.signal).catch(() => undefined)
    if (timer.signal.aborted) return
    end()
    changed()
  }

  function lines(): (ReaderAtFront['lines'][number] & { active: boolean })[] {
    return linesOf(settings()).flatMap(({ line, port }) => {
      const state = input(port)
      return state ? [{ line, port, closed: state.closed, active: state.active }] : []
    })
  }

  const isActive = (wanted: Line) => lines().some(({ line, active }) => line === wanted && active)

  /** The colour that the lines of a Wiegand controller stand for; the last digit is LED 1. */
  function lineColour(): string {
    const { WiegandConfiguration: colours } = settings()
    const led1 = isActive('led1')
    if (colours.nbrOfLEDPins === 0) return colours.LEDColorDefault
    if (colours.nbrOfLEDPins === 1) return led1 ? colours.LEDColor1 : colours.LEDColor0
    if (isActive('led2')) return led1 ? colours.LEDColor11 : colours.LEDColor10
    return led1 ? colours.LEDColor01 : colours.LEDColor00
  }

  function led(command: LedCommand): void {
    if (command.reader !== 0 || command.led !== 0) return
    if (command.permanent !== 'keep') permanent = command.permanent
    if (command.temporary !== 'keep') {
      ledTimer?.abort()
      temporary = undefined
      if (command.temporary !== 'cancel') {
        temporary = command.temporary
        ledTimer = new AbortController()
        void after(command.temporary.time, ledTimer, () => (temporary = undefined))
      }
    }
    changed()
  }

  function buzzer({ reader, onTime, offTime, count, ...command }: BuzzerCommand): void {
    if (reader !== 0) return
    buzzerTimer?.abort()
    sounds = command.sounds && onTime > 0
    if (sounds && count > 0) {
      buzzerTimer = new AbortController()
      const units = onTime * count + offTime * (count - 1)
      void after(units, buzzerTimer, () => (sounds = false))
    }
    changed()
  }

  return {
    state() {
      const { Protocol, WiegandConfiguration } = settings()
      const shown = Protocol === 'Wiegand' ? undefined : (temporary ?? permanent)
      const colour = shown
        ? colourOf(shown)
        : Protocol === 'Wiegand'
          ? lineColour()
          : WiegandConfiguration.LEDColorDefault
      const blinks = shown && shown.onTime > 0 && shown.offTime > 0
      return {
        colour,
        blinksWith: blinks && shown.offColour !== colour ? shown.offColour : null,
        beeps: Protocol === 'Wiegand' ? isActive('beeper') : sounds,
        lines: lines().map(({ line, port, closed }) => ({ line, port, closed })),
      }
    },
    show(granted) {
      const colour = granted ? 'Green' : 'Red'
      const steady = { onTime: 1, offTime: 0, onColour: colour, offColour: colour } as const
      const { time, onTime, count } = granted ? GRANTED : DENIED
      led({ reader: 0, led: 0, temporary: { ...steady, time }, permanent: 'keep' })
      buzzer({ reader: 0, sounds: true, onTime, offTime: onTime, count })
    },
    led,
    buzzer,
    reset() {
      ledTimer?.abort()
      buzzerTimer?.abort()
      permanent = undefined
      temporary = undefined
      sounds = false
    },
  }
}

/** The lines that the settings connect, and the ports at which (from 1). */
export function linesOf({ Protocol, WiegandConfiguration }: Settings): Pin[] {
  if (Protocol !== 'Wiegand') return []
  const { nbrOfLEDPins, LED1Pin, LED2Pin, beeper, beeperPin } = WiegandConfiguration
  return [
    ...(nbrOfLEDPins >= 1 ? [{ line: 'led1' as const, port: portOf(LED1Pin) }] : []),
    ...(nbrOfLEDPins >= 2 ? [{ line: 'led2' as const, port: portOf(LED2Pin) }] : []),
    ...(beeper ? [{ line: 'beeper' as const, port: portOf(beeperPin) }] : []),
  ]
}

interface Pin {
  line: Line
  port: number
}

/** The pins `I1`, `I2` and so on are the ports 1, 2 and so on; 0 is none. */
const portOf = (pin: string) => Number(/^I(\d+)$/.exec(pin)?.[1] ?? 0)

/** Without an on-time an LED is off. */
const colourOf = ({ onTime, onColour, offColour }: Blinking) => (onTime > 0 ? onColour : offColour)
