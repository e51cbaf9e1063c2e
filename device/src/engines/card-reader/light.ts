import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import type { Line, ReaderAtFront } from '@lintel/contract/cards'
import { LINES } from '@lintel/contract/cards'
import type { Clock } from '../../clock/clock.ts'
import type { Blinking, BuzzerCommand, LedCommand } from './osdp/light-and-sound.ts'

type Settings = Pick<CardReaderConfiguration, 'Protocol' | 'WiegandConfiguration'>

export interface LightParts {
  clock: Pick<Clock, 'wait'>
  settings: () => Settings
  /** Called after every change, also by time. */
  changed: () => void
}

/** The reader's light and beeper, which its controller drives. */
export interface Light {
  state(): Pick<ReaderAtFront, 'colour' | 'blinksWith' | 'beeps' | 'lines'>
  /** A line of a Wiegand reader; one that isn't connected has no effect. */
  drive(line: Line, active: boolean): void
  /** Commands of OSDP. The reader has one LED and one buzzer: those of other numbers are ignored. */
  led(command: LedCommand): void
  buzzer(command: BuzzerCommand): void
  /** As after a start. */
  reset(): void
}

/** Milliseconds of OSDP's units of time. */
const UNIT = 100

export function openLight({ clock, settings, changed }: LightParts): Light {
  const driven = new Set<Line>()
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

  function lines(): ReaderAtFront['lines'] {
    const { Protocol, WiegandConfiguration: wiegand } = settings()
    if (Protocol !== 'Wiegand') return []
    const connected = {
      led1: wiegand.nbrOfLEDPins >= 1,
      led2: wiegand.nbrOfLEDPins >= 2,
      beeper: wiegand.beeper,
    }
    return LINES.filter((line) => connected[line]).map((line) => ({
      line,
      active: driven.has(line),
    }))
  }

  /** The colour that the lines of a Wiegand reader stand for. */
  function lineColour(): string {
    const { WiegandConfiguration: colours } = settings()
    const [led1, led2] = lines().filter(({ line }) => line !== 'beeper')
    if (!led1) return colours.LEDColorDefault
    if (!led2) return led1.active ? colours.LEDColor1 : colours.LEDColor0
    if (led1.active) return led2.active ? colours.LEDColor11 : colours.LEDColor10
    return led2.active ? colours.LEDColor01 : colours.LEDColor00
  }

  return {
    state() {
      const { Protocol, WiegandConfiguration } = settings()
      const shown = Protocol === 'OSDP' ? (temporary ?? permanent) : undefined
      const colour = shown
        ? colourOf(shown)
        : Protocol === 'Wiegand'
          ? lineColour()
          : WiegandConfiguration.LEDColorDefault
      const blinks = shown && shown.onTime > 0 && shown.offTime > 0
      return {
        colour,
        blinksWith: blinks && shown.offColour !== colour ? shown.offColour : null,
        beeps:
          Protocol === 'OSDP'
            ? sounds
            : lines().some(({ line, active }) => line === 'beeper' && active),
        lines: lines(),
      }
    },
    drive(line, active) {
      if (active) driven.add(line)
      else driven.delete(line)
      changed()
    },
    led(command) {
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
    },
    buzzer({ reader, onTime, offTime, count, ...command }) {
      if (reader !== 0) return
      buzzerTimer?.abort()
      sounds = command.sounds && onTime > 0
      if (sounds && count > 0) {
        buzzerTimer = new AbortController()
        const units = onTime * count + offTime * (count - 1)
        void after(units, buzzerTimer, () => (sounds = false))
      }
      changed()
    },
    reset() {
      ledTimer?.abort()
      buzzerTimer?.abort()
      driven.clear()
      permanent = undefined
      temporary = undefined
      sounds = false
    },
  }
}

/** Without an on-time an LED is off. */
const colourOf = ({ onTime, onColour, offColour }: Blinking) => (onTime > 0 ? onColour : offColour)
