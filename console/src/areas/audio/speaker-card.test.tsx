/** The calibration and the test of the speaker. */
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../app/query-client.ts'
import { GeneralPage } from './general-page.tsx'
import { fakeAudio } from './testing/fake-audio.ts'
import { button, choice, leaveAudio, press, showAudio } from './testing/render-audio.tsx'

afterEach(leaveAudio)

const CALIBRATED_AT = '2026-11-20T13:07:32Z'
const report = (SpeakerTestStatus: string, more = {}) => ({
  SpeakerTestStatus,
  TestTimestamp: '',
  CalibrationTimestamp: SpeakerTestStatus === 'Uncalibrated' ? '' : CALIBRATED_AT,
  ...more,
})

const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true'
const off = () => ['Calibrate speaker', 'Test speaker'].map(isOff)

async function openWith(status: string, more = {}) {
  const device = fakeAudio()
  device.report = report(status, more)
  showAudio(<GeneralPage />)
  await screen.findByRole('button', { name: 'Calibrate speaker' })
  return device
}

/** Lets answers arrive and queries tell of them. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(1))

/** Two seconds, after which the report is read. */
async function look() {
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await settle()
}

/** Presses a button, on a clock that the test moves. */
async function run(name: string) {
  vi.useFakeTimers()
  press(name)
  await settle()
}

test.each([
  ['Uncalibrated', 'The speaker has not been calibrated.', [false, true]],
  ['Calibrated', 'The speaker is calibrated.', [false, false]],
  ['OK', 'The speaker sounds as it did when it was calibrated.', [false, false]],
  ['Failed', 'The speaker test failed.', [false, true]],
  ['DisabledInHardware', 'The microphone is switched off in hardware.', [false, true]],
  ['InternalError', 'An unknown error has occurred.', [false, true]],
  ['TooNoisy', 'An unknown error has occurred.', [false, true]],
])(
  '%s is told, and decides which buttons work (SPEAKER-01, SPEAKER-05, SPEAKER-08)',
  async (status, sentence, buttons) => {
    await openWith(status)
    expect(screen.getByText(sentence)).toBeDefined()
    expect(off()).toEqual(buttons)
  },
)

test('the card has when the speaker was calibrated and tested (SPEAKER-07)', async () => {
  await openWith('OK', { TestTimestamp: '2026-11-21T09:00:00Z' })
  expect(screen.getByText('20 Nov 2026, 13:07:32')).toBeDefined()
  expect(screen.getByText('21 Nov 2026, 09:00:00')).toBeDefined()
})

test('one that failed without a calibration is a failed calibration (SPEAKER-08)', async () => {
  await openWith('Failed', { CalibrationTimestamp: '' })
  expect(screen.getByText('The calibration failed.')).toBeDefined()
  expect(screen.getAllByText('Not yet')).toHaveLength(2)
})

test('a calibration is followed until its result is there, and no button works meanwhile (SPEAKER-02, SPEAKER-04, SPEAKER-06)', async () => {
  const device = await openWith('Uncalibrated')
  device.onRun = () => {
    device.report = report('Pending', { CalibrationTimestamp: '' })
  }
  await run('Calibrate speaker')
  expect(screen.getByRole('progressbar', { name: 'Calibrate speaker' })).toBeDefined()
  expect(off()).toEqual([true, true])
  press('Calibrate speaker')
  press('Test speaker')
  await look()
  expect(off()).toEqual([true, true])
  device.report = report('Calibrated')
  await look()
  expect(screen.getByText('The speaker is calibrated.')).toBeDefined()
  expect(off()).toEqual([false, false])
  expect(device.runs).toEqual(['CalibrateSpeakerTest'])
  // Once to open the page, and once for each look.
  expect(device.reads).toBe(3)
})

test('a test that fails says so, and needs a new calibration (SPEAKER-03, SPEAKER-05, SPEAKER-08)', async () => {
  const device = await openWith('Calibrated')
  device.onRun = () => {
    device.report = report('Failed', { TestTimestamp: CALIBRATED_AT })
  }
  await run('Test speaker')
  await look()
  expect(screen.getByText('The speaker test failed.')).toBeDefined()
  expect(off()).toEqual([false, true])
  expect(device.runs).toEqual(['PerformSpeakerTest'])
})

test('a test without a result in 6 s has timed out, and can be tried again (SPEAKER-04, SPEAKER-08)', async () => {
  const device = await openWith('Calibrated')
  await run('Test speaker')
  await look()
  expect(off()).toEqual([true, true])
  await look()
  expect(screen.queryByText('The speaker test took too long.')).toBeNull()
  await look()
  expect(screen.getByText('The speaker test took too long.')).toBeDefined()
  device.onRun = () => {
    device.report = report('OK')
  }
  press('Try again')
  await settle()
  await look()
  expect(screen.getByText('The speaker sounds as it did when it was calibrated.')).toBeDefined()
  expect(device.runs).toHaveLength(2)
})

test('a result that comes after the time-out takes its place (SPEAKER-08)', async () => {
  const device = await openWith('Calibrated')
  await run('Test speaker')
  await look()
  await look()
  await look()
  device.report = report('OK')
  await act(() => queryClient.invalidateQueries({ queryKey: ['audio'] }))
  await settle()
  expect(screen.getByText('The speaker sounds as it did when it was calibrated.')).toBeDefined()
  expect(screen.queryByText('The speaker test took too long.')).toBeNull()
})

test('a run that the device refuses is told with its reason, and the page goes on (SPEAKER-09)', async () => {
  const device = await openWith('Calibrated')
  device.refusals = { PerformSpeakerTest: 400 }
  device.report = report('Uncalibrated')
  press('Test speaker')
  expect(await screen.findByText('The speaker test failed.')).toBeDefined()
  expect(screen.getByText(/The fault\./)).toBeDefined()
  await waitFor(() => expect(off()).toEqual([false, true]))
  expect(await choice('Half duplex')).toBeDefined()
})

test.each([
  ['a calibration', { CalibrationTimestamp: '' }, 'The speaker is being calibrated.'],
  ['a test', {}, 'The speaker is being tested.'],
])(
  '%s that is going on is found and followed, without another (EXPECT-37, SPEAKER-06)',
  async (_, more, sentence) => {
    vi.useFakeTimers()
    const device = fakeAudio()
    device.report = report('Pending', more)
    showAudio(<GeneralPage />)
    for (let turn = 0; turn < 10; turn += 1) await settle()
    expect(screen.getByText(sentence)).toBeDefined()
    expect(off()).toEqual([true, true])
    await look()
    await look()
    expect(screen.getByText(sentence)).toBeDefined()
    await look()
    expect(screen.getByText('The speaker test took too long.')).toBeDefined()
    expect(off()).toEqual([true, true])
    // Trying again waits for it, as nothing else can be started.
    press('Try again')
    await settle()
    device.report = report('Calibrated')
    await look()
    expect(screen.getByText('The speaker is calibrated.')).toBeDefined()
    expect([off(), device.runs]).toEqual([[false, false], []])
  },
)

test('a run of another administrator is followed when the device tells of it (SPEAKER-06)', async () => {
  const device = await openWith('Calibrated')
  vi.useFakeTimers()
  device.report = report('Pending')
  await act(() => queryClient.invalidateQueries({ queryKey: ['audio'] }))
  await settle()
  expect(screen.getByText('The speaker is being tested.')).toBeDefined()
  expect(off()).toEqual([true, true])
  device.report = report('Failed')
  await look()
  expect(screen.getByText('The speaker test failed.')).toBeDefined()
})

test('a page that is left in the middle of a run reads nothing more (EXPECT-36)', async () => {
  const device = await openWith('Calibrated')
  await run('Test speaker')
  const reads = device.reads
  cleanup()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([device.reads, device.runs]).toEqual([reads, ['PerformSpeakerTest']])
})

test('only administrators test the speaker, on devices that can', async () => {
  const device = fakeAudio()
  showAudio(<GeneralPage />, ['operator'])
  await choice('Half duplex')
  expect(screen.queryByText('Speaker test')).toBeNull()
  leaveAudio()
  const other = fakeAudio()
  other.refusals = { axast: 404 }
  showAudio(<GeneralPage />)
  await choice('Half duplex')
  await waitFor(() => expect(screen.queryByText('Speaker test')).toBeNull())
  leaveAudio()
  const older = fakeAudio({ 'root.Properties.API.SpeakerTest.AutomaticTest': 'no' })
  showAudio(<GeneralPage />)
  await choice('Half duplex')
  expect(older.reads).toBe(0)
  expect(device.runs).toEqual([])
})
