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

/**
 * The loudspeaker test: calibration records the sound at the installation site, and later tests
 * compare with it.
 */
export interface Speaker extends Engine {
  report(): Report
  /** Calibrates and stores the result. */
  calibrate(): void
  /** Discards the calibration. */
  forget(): void
  /** Called after every change of the report. */
  subscribe(fn: () => void): () => void
}

/** The loudspeaker of a device. Reports its state to the board, now and after every change. */
export function openSpeaker(parts: { database: Database; clock: Clock; wire: Wire }): Speaker {
  const { database, clock, wire } = parts
  const record = openRecord<Report>(database, 'speakerTest')
  const listeners = new Set<() => void>()
  const report = () => record.get() ?? UNCALIBRATED

  function notify(): void {
    wire.send({ type: 'speaker', calibrated: report().CalibrationTimestamp })
    for (const fn of Array.from(listeners)) fn()
  }

  notify()

  return {
    report,
    stateRestored: notify,
    calibrate() {
      const CalibrationTimestamp = new Date(clock.now()).toISOString().replace(/\.\d+/, '')
      record.put({ SpeakerTestStatus: 'Calibrated', TestTimestamp: '', CalibrationTimestamp })
      notify()
    },
    forget() {
      record.put(UNCALIBRATED)
      notify()
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}
