import type { RequestOf } from '@lintel/contract/call'
import type { seedDevice } from '@lintel/contract/bench'
import { EARLIEST_YEAR, LATEST_YEAR } from '@lintel/contract/clock-years'
import { Refusal } from '@lintel/contract/fault'
import { ANSWER_LIMIT } from './parts.ts'
import type { ControlParts } from './parts.ts'

export interface ClockControls {
  /**
   * Advances the time. Resolves once the device has done everything due in between.
   * @param options.keepSessions whether people stay signed in, however long that is
   * @throws Refusal `invalid` if it would leave the years that the clock can have
   */
  advance(milliseconds: number, options?: { keepSessions?: boolean }): Promise<void>
  /** @throws Refusal `invalid` if it is not a time in the years that the clock can have */
  seed(seed: RequestOf<typeof seedDevice>): Promise<void>
}

/** The battery clock and the serial number. They wait for a device that is booting. */
export function clockControls(
  parts: Pick<ControlParts, 'hardware' | 'power' | 'time' | 'happened'>,
): ClockControls {
  const { hardware, power, time, happened } = parts

  async function setClock(text: string): Promise<void> {
    const at = Date.parse(text)
    if (!Number.isFinite(at)) throw new Refusal('invalid', 'The time is not a time in ISO 8601.')
    mustBePossible(at)
    if (power.isOn()) await power.whenRunning()
    const offset = Math.round(at - time.now())
    await power.wire()?.ask({ type: 'clock', offset }, ANSWER_LIMIT)
    hardware.change({ clockOffset: offset })
    happened('clockSet', { time: new Date(at).toISOString() })
  }

  return {
    async advance(milliseconds, { keepSessions = false } = {}) {
      mustBePossible(time.now() + hardware.state().clockOffset + milliseconds)
      if (power.isOn()) await power.whenRunning()
      const wire = power.wire()
      if (wire) await wire.ask({ type: 'advance', milliseconds, keepSessions }, ANSWER_LIMIT)
      else hardware.change({ clockOffset: hardware.state().clockOffset + milliseconds })
      happened('clockAdvanced', { seconds: milliseconds / 1000 })
    },
    async seed({ time: at, serial }) {
      if (at !== undefined) await setClock(at)
      if (serial === undefined) return
      hardware.change({ serial })
      happened('serialSet', { serial })
    },
  }
}

/** Refuses times for which dates can't be written or certificates can't be made. */
function mustBePossible(at: number): void {
  // A date out of range has no year (NaN).
  const year = new Date(at).getUTCFullYear()
  if (year >= EARLIEST_YEAR && year <= LATEST_YEAR) return
  throw new Refusal('invalid', `The clock can only be set from ${EARLIEST_YEAR} to ${LATEST_YEAR}.`)
}
