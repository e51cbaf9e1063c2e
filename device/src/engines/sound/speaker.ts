import type { AnswerOf } from '@lintel/contract/call'
import type { getSpeakerTestReport } from '@lintel/contract/calls/audio'
import type { Clock } from '../../clock/clock.ts'
import type { Wire } from '../../hardware/wire.ts'
import type { Database } from '../../state/database.ts'
import { openRecord } from '../../state/records.ts'
import type { Engine } from '../engine.ts'

type Report = AnswerOf<typeof getSpeakerTestReport>['SpeakerTestReport']

const UNCALIBRATED: Report = {
  SpeakerTestStatus: 'Uncalibrated',
  TestTimestamp: '',
  CalibrationTimestamp: '',
}

/** The loudspeaker's tests: how it sounds where it hangs is measured once, and compared from then on. */
export interface Speaker extends Engine {
  report(): Report
  /** Measures how it sounds now, durably. */
  calibrate(): void
  /** Nothing is known of how it sounds. */
  forget(): void
  /** Told after every change of the report. */
  subscribe(fn: () => void): () => void
}

/** The loudspeaker of a device; it tells the board how it stands, now and after every change. */
export function openSpeaker(parts: { database: Database; clock: Clock; wire: Wire }): Speaker {
  const { database, clock, wire } = parts
  const record = openRecord<Report>(database, 'speakerTest')
  const listeners = new Set<() => void>()
  const report = () => record.get() ?? UNCALIBRATED

  function tell(): void {
    wire.send({ type: 'speaker', calibrated: report().CalibrationTimestamp })
    for (const fn of Array.from(listeners)) fn()
  }

  database.onRestored(tell)
  tell()

  return {
    report,
    calibrate() {
      const CalibrationTimestamp = new Date(clock.now()).toISOString().replace(/\.\d+/, '')
      record.put({ SpeakerTestStatus: 'Calibrated', TestTimestamp: '', CalibrationTimestamp })
      tell()
    },
    forget() {
      record.put(UNCALIBRATED)
      tell()
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}
