import { DeviceFault } from '@lintel/contract/fault'
import { SPEAKER_TEST_STATUSES } from '@lintel/contract/handling'
import type { SpeakerTestStatus } from '@lintel/contract/handling'
import { expect, test, vi } from 'vitest'
import { mayRun, runOf, runSpeaker } from './speaker-run.ts'
import type { Report, SpeakerRun } from './speaker-run.ts'

const BEFORE: Report = {
  SpeakerTestStatus: 'Uncalibrated',
  TestTimestamp: '',
  CalibrationTimestamp: '',
}
type Answer = SpeakerTestStatus | Partial<Report> | Error

/** Runs on a device whose reports are these, one after the other. */
async function ran(
  run: SpeakerRun,
  answers: readonly Answer[],
  more: {
    start?: (() => Promise<unknown>) | undefined
    before?: Report
    isLeft?: () => boolean
  } = {},
) {
  const waits: number[] = []
  let at = -1
  const { start, ...others } = { start: () => Promise.resolve({}), ...more }
  const outcome = await runSpeaker(run, {
    before: BEFORE,
    ...(start && { start }),
    isLeft: () => false,
    wait: async (milliseconds) => void waits.push(milliseconds),
    read: async () => {
      at += 1
      const answer = answers[at] ?? 'Pending'
      if (answer instanceof Error) throw answer
      return {
        ...(more.before ?? BEFORE),
        ...(typeof answer === 'string' ? { SpeakerTestStatus: answer } : answer),
      }
    },
    ...others,
  })
  return { outcome, waits, reads: at + 1 }
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
    expect(outcome).toEqual({ run, timedOut: true, joined: false })
    expect(waits).toEqual([2000, 2000, 2000])
  },
)

test('a look that fails counts as one without a result (SPEAKER-04)', async () => {
  const lost = new DeviceFault('unreachable', 'axast.GetSpeakerTestReport', '')
  expect((await ran('test', [lost, lost, 'OK'])).outcome).toEqual({ run: 'test', status: 'OK' })
  expect((await ran('test', [lost, lost, lost])).outcome).toEqual({
    run: 'test',
    timedOut: true,
    joined: false,
  })
})

const failing = (kind: 'refused' | 'timeout') => {
  const fault = new DeviceFault(kind, 'axast.PerformSpeakerTest', 'Not calibrated.')
  return { fault, start: vi.fn(() => Promise.reject(fault)) }
}

test('why a run could not be started is its outcome, and nothing is polled (SPEAKER-09)', async () => {
  const { fault, start } = failing('refused')
  const { outcome, waits } = await ran('test', ['OK'], { start })
  expect(outcome).toEqual({ run: 'test', fault })
  expect(waits).toEqual([])
})

test('a run whose start was not answered goes on if the report changes (SPEAKER-09)', async () => {
  const { fault, start } = failing('timeout')
  const before: Report = { ...BEFORE, SpeakerTestStatus: 'OK', TestTimestamp: 'T1' }
  const outcomeOf = async (run: SpeakerRun, ...answers: Answer[]) =>
    (await ran(run, answers, { start, before })).outcome
  const ended = { run: 'test', status: 'OK' }
  expect(await outcomeOf('test', 'Pending', 'OK')).toEqual(ended)
  expect(await outcomeOf('test', { TestTimestamp: 'T2' })).toEqual(ended)
  expect(await outcomeOf('test', { CalibrationTimestamp: 'T2' })).toEqual(ended)
  expect(await outcomeOf('test', 'Pending')).toMatchObject({ timedOut: true })
  // The result is still that of the test before.
  expect(await outcomeOf('test', 'OK', 'OK', 'OK')).toEqual({ run: 'test', fault })
  expect(await outcomeOf('test', fault, fault, fault)).toEqual({ run: 'test', fault })
})

test.each<[Answer[], SpeakerTestStatus | undefined, number]>([
  [['Pending', 'Failed'], 'Failed', 2],
  // Other firmware may show the calibration before while it calibrates.
  [['Calibrated'], 'Calibrated', 1],
  [[], undefined, 3],
])('a run that is going on is waited for without a start: %j (EXPECT-37)', async (...row) => {
  const [answers, status, count] = row
  const { outcome, waits } = await ran('test', answers, {
    before: { ...BEFORE, SpeakerTestStatus: 'Pending' },
    start: undefined,
  })
  expect(outcome).toEqual({
    run: 'test',
    ...(status ? { status } : { timedOut: true, joined: true }),
  })
  expect(waits).toHaveLength(count)
})

test('only a test shows when the speaker was calibrated', () => {
  expect(runOf(BEFORE)).toBe('calibrate')
  expect(runOf({ ...BEFORE, CalibrationTimestamp: 'T1' })).toBe('test')
})

test('nothing is read once the page is left (EXPECT-36)', async () => {
  const { outcome, waits, reads } = await ran('test', [], { isLeft: () => true })
  expect([outcome, waits.length, reads]).toEqual([undefined, 1, 0])
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
