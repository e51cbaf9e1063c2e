import { DeviceFault } from '@lintel/contract/fault'
import { SPEAKER_TEST_STATUSES } from '@lintel/contract/handling'
import type { SpeakerTestStatus } from '@lintel/contract/handling'
import { expect, test, vi } from 'vitest'
import { mayRun, runSpeaker } from './speaker-run.ts'
import type { SpeakerRun } from './speaker-run.ts'

/** Runs on a device whose reports are these, one after the other. */
async function ran(
  run: SpeakerRun,
  reports: readonly (SpeakerTestStatus | Error)[],
  start: () => Promise<unknown> = () => Promise.resolve({}),
) {
  const waits: number[] = []
  let at = -1
  const outcome = await runSpeaker(run, {
    start,
    wait: async (milliseconds) => void waits.push(milliseconds),
    read: async () => {
      at += 1
      const report = reports[at] ?? 'Pending'
      if (report instanceof Error) throw report
      return report
    },
  })
  return { outcome, waits }
}

test.each<[SpeakerRun, SpeakerTestStatus]>([
  ['calibrate', 'Calibrated'],
  ['calibrate', 'Failed'],
  ['calibrate', 'DisabledInHardware'],
  ['calibrate', 'InternalError'],
  ['test', 'OK'],
  ['test', 'Failed'],
  ['test', 'DisabledInHardware'],
  ['test', 'InternalError'],
])('%s ends with %s (SPEAKER-01, SPEAKER-02, SPEAKER-03)', async (run, status) => {
  const { outcome, waits } = await ran(run, ['Pending', status, 'Pending'])
  expect(outcome).toEqual({ run, status })
  expect(waits).toEqual([2000, 2000])
})

test.each<[SpeakerRun, SpeakerTestStatus]>([
  ['calibrate', 'Uncalibrated'],
  ['calibrate', 'OK'],
  ['calibrate', 'Pending'],
  ['test', 'Calibrated'],
  ['test', 'Pending'],
])(
  '%s with %s goes on, for three looks 2 s apart (SPEAKER-03, SPEAKER-04)',
  async (run, status) => {
    const { outcome, waits } = await ran(run, [status, status, status, 'Failed'])
    expect(outcome).toEqual({ run, timedOut: true })
    expect(waits).toEqual([2000, 2000, 2000])
  },
)

test('a look that fails counts as one without a result (SPEAKER-04)', async () => {
  const lost = new DeviceFault('unreachable', 'axast.GetSpeakerTestReport', '')
  expect((await ran('test', [lost, lost, 'OK'])).outcome).toEqual({ run: 'test', status: 'OK' })
  expect((await ran('test', [lost, lost, lost])).outcome).toEqual({ run: 'test', timedOut: true })
})

test('why a run could not be started is its outcome, and nothing is polled (SPEAKER-09)', async () => {
  const fault = new DeviceFault('refused', 'axast.PerformSpeakerTest', 'Not calibrated.')
  const { outcome, waits } = await ran('test', ['OK'], () => Promise.reject(fault))
  expect(outcome).toEqual({ run: 'test', fault })
  expect(waits).toEqual([])
})

test('a run whose start was not answered is polled all the same (SPEAKER-09)', async () => {
  const start = vi.fn(() => Promise.reject(new DeviceFault('timeout', '', '')))
  const { outcome } = await ran('calibrate', ['Calibrated'], start)
  expect(outcome).toEqual({ run: 'calibrate', status: 'Calibrated' })
})

test('a test needs a calibration, and neither button works during a run (SPEAKER-05, SPEAKER-06)', () => {
  const may = (run: SpeakerRun) =>
    SPEAKER_TEST_STATUSES.filter((status) => mayRun(run, status, false))
  expect(may('test')).toEqual(['OK', 'Calibrated'])
  expect(may('calibrate')).toEqual(SPEAKER_TEST_STATUSES.filter((status) => status !== 'Pending'))
  for (const status of SPEAKER_TEST_STATUSES) {
    expect([mayRun('test', status, true), mayRun('calibrate', status, true)]).toEqual([
      false,
      false,
    ])
  }
})
