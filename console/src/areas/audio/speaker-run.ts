/** A calibration or test of the loudspeaker. Source: console specification B §4 "Speaker", B §9. */
import type { SpeakerTestStatus } from '@lintel/contract/handling'
import { isLost } from '@lintel/contract/fault'
import { SPEAKER_POLL, SPEAKER_POLLS } from '../../app/timing.ts'

export type SpeakerRun = 'calibrate' | 'test'

/** The states in which each run is over. The device has `InternalError` besides those of B §4. */
const FINAL: Readonly<Record<SpeakerRun, readonly SpeakerTestStatus[]>> = {
  calibrate: ['Calibrated', 'Failed', 'DisabledInHardware', 'InternalError'],
  test: ['OK', 'Failed', 'DisabledInHardware', 'InternalError'],
}

/** Whether a run is over with this state. */
export const isFinal = (run: SpeakerRun, status: SpeakerTestStatus): boolean =>
  FINAL[run].includes(status)

/** How a run ended: with a final state, without one in time, or refused. */
export type Outcome =
  | { run: SpeakerRun; status: SpeakerTestStatus }
  | { run: SpeakerRun; timedOut: true }
  | { run: SpeakerRun; fault: unknown }

interface RunSteps {
  start: () => Promise<unknown>
  /** Reads the state of the report. */
  read: () => Promise<SpeakerTestStatus>
  wait: (milliseconds: number) => Promise<void>
}

/**
 * Starts a run and asks every 2 s how it went, three times at most. It never rejects: why it could
 * not be started is its outcome (SPEAKER-09). A run whose start was not answered may be going on.
 */
export async function runSpeaker(run: SpeakerRun, steps: RunSteps): Promise<Outcome> {
  const { start, read, wait } = steps
  try {
    await start()
  } catch (fault) {
    if (!isLost(fault)) return { run, fault }
  }
  for (let poll = 0; poll < SPEAKER_POLLS; poll += 1) {
    await wait(SPEAKER_POLL)
    const status = await read().catch(() => undefined)
    if (status && isFinal(run, status)) return { run, status }
  }
  return { run, timedOut: true }
}

/**
 * Whether the button of a run works: neither does during a run, and a test needs a calibration
 * (SPEAKER-05, SPEAKER-06).
 * @param running whether this page waits for a run
 */
export function mayRun(run: SpeakerRun, status: SpeakerTestStatus, running: boolean): boolean {
  if (running || status === 'Pending') return false
  return run === 'calibrate' || status === 'Calibrated' || status === 'OK'
}
