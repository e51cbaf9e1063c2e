/** A calibration or test of the loudspeaker. Source: console specification B §4 "Speaker", B §9. */
import type { AnswerOf } from '@lintel/contract/call'
import type { getSpeakerTestReport } from '@lintel/contract/calls/audio'
import type { SpeakerTestStatus } from '@lintel/contract/handling'
import { isLost } from '@lintel/contract/fault'
import { SPEAKER_POLL, SPEAKER_POLLS } from '../../app/timing.ts'

export type Report = AnswerOf<typeof getSpeakerTestReport>['SpeakerTestReport']
export type SpeakerRun = 'calibrate' | 'test'

/** The states in which each run is over. The device has `InternalError` besides those of B §4. */
const FINAL: Readonly<Record<SpeakerRun, readonly SpeakerTestStatus[]>> = {
  calibrate: ['Calibrated', 'Failed', 'DisabledInHardware', 'InternalError'],
  test: ['OK', 'Failed', 'DisabledInHardware', 'InternalError'],
}

/**
 * Whether a run is over with this state. One that was joined is, as soon as nothing goes on: what
 * kind of run it is can only be guessed.
 */
export const isOver = (run: SpeakerRun, status: SpeakerTestStatus, joined: boolean): boolean =>
  joined ? status !== 'Pending' : FINAL[run].includes(status)

/** Which run a `Pending` report is of: only a test shows when the speaker was calibrated (VAPIX). */
export const runOf = ({ CalibrationTimestamp }: Report): SpeakerRun =>
  CalibrationTimestamp === '' ? 'calibrate' : 'test'

/** How a run ended: with a final state, without one in time, or refused. */
export type Outcome =
  | { run: SpeakerRun; status: SpeakerTestStatus }
  | { run: SpeakerRun; timedOut: true; joined: boolean }
  | { run: SpeakerRun; fault: unknown }

interface RunSteps {
  /** The report before the run. */
  before: Report
  /** Absent for a run that is already going on. */
  start?: () => Promise<unknown>
  read: () => Promise<Report | null>
  wait: (milliseconds: number) => Promise<void>
  /** Whether nobody looks any more. */
  isLeft: () => boolean
}

/**
 * Starts a run, or joins one, and asks every 2 s how it goes, three times at most. It never rejects:
 * why it could not be started is its outcome (SPEAKER-09). If the start was not answered, the run
 * may be going on all the same; it is, once the report changes.
 * @returns undefined if the page was left meanwhile
 */
export async function runSpeaker(run: SpeakerRun, steps: RunSteps): Promise<Outcome | undefined> {
  const { before, start, read, wait, isLeft } = steps
  let unanswered: unknown
  try {
    await start?.()
  } catch (fault) {
    if (!isLost(fault)) return { run, fault }
    unanswered = fault
  }
  for (let poll = 0; poll < SPEAKER_POLLS; poll += 1) {
    await wait(SPEAKER_POLL)
    if (isLeft()) return undefined
    const report = await read().catch(() => null)
    if (!report) continue
    if (isOther(report, before)) unanswered = undefined
    const status = report.SpeakerTestStatus
    if (unanswered === undefined && isOver(run, status, !start)) return { run, status }
  }
  return unanswered === undefined
    ? { run, timedOut: true, joined: !start }
    : { run, fault: unanswered }
}

const isOther = (one: Report, other: Report): boolean =>
  one.SpeakerTestStatus !== other.SpeakerTestStatus ||
  one.TestTimestamp !== other.TestTimestamp ||
  one.CalibrationTimestamp !== other.CalibrationTimestamp

/**
 * Whether the button of a run works: neither does during a run, and a test needs a calibration
 * (SPEAKER-05, SPEAKER-06).
 * @param running whether this page waits for a run
 */
export function mayRun(run: SpeakerRun, status: SpeakerTestStatus, running: boolean): boolean {
  if (running || status === 'Pending') return false
  return run === 'calibrate' || status === 'Calibrated' || status === 'OK'
}
