/** What is done with the SD card: jobs here and elsewhere, write protection. */
import type { Disk } from '@lintel/contract/disks'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resumeStorage } from '../../app/resume-storage.ts'
import { PLAN_KEY } from '../../app/storage-plan-key.ts'
import { sequences } from './running-sequence.ts'
import { StoragePage } from './storage-page.tsx'
import { cardWith, fakeDisks, jobWith } from './testing/fake-disks.ts'
import type { FakeDisks } from './testing/fake-disks.ts'
import {
  alerts,
  control,
  dialog,
  isOn,
  later,
  leaveStorage,
  operate,
  page,
  press,
  showStorage,
  told,
} from './testing/render-storage.tsx'

let device: FakeDisks
beforeEach(() => {
  vi.useFakeTimers()
  device = fakeDisks()
})
afterEach(leaveStorage)

const showCard = (more: Partial<Disk> = {}) => {
  device.card = cardWith(more)
  return showStorage(<StoragePage />)
}

async function format(): Promise<void> {
  await operate('format')
  await press('Format')
}

const closers = () => Array.from(dialog()?.querySelectorAll('button') ?? [])

test('the progress can not be closed before the end, and then says what has finished (STORAGE-44, STORAGE-45, OPEN-84)', async () => {
  device.job['format'] = { progress: 40 }
  await showCard()
  await format()
  expect(dialog()?.textContent).toContain('Unmounting: 0%')
  await later(4_000)
  expect(dialog()?.textContent).toContain('Formatting: 46%')
  expect(closers()).toEqual([])
  expect(control('check')?.disabled).toBe(true)
  device.job = {}
  await later(5_000)
  expect(dialog()?.textContent).toContain('The card is formatted.')
  await press('Close')
  expect(dialog()).toBeNull()
})

test('a job that fails closes the progress, and the device’s words stay until they are closed (STORAGE-27, STORAGE-73, OPEN-84)', async () => {
  device.job['format'] = { result: 'ERROR', description: 'The card broke.' }
  await showCard()
  await format()
  await later(5_000)
  expect(dialog()).toBeNull()
  expect(alerts()).toEqual(['The card could not be formatted. The card broke.'])
  await press('Close message')
  expect(alerts()).toEqual([])
})

const PAGE = '<html><head><title>503 Service Unavailable</title></head><body>Error: x</body></html>'

test.each([
  [PAGE, 'The device refused: 503 Service Unavailable', 'STORAGE-71'],
  ['The device is too hot.', 'The device refused: The device is too hot.', 'STORAGE-72'],
])('an answer that is %s is told as %s (%s)', async (answer, said) => {
  device.answers['format'] = answer
  await showCard()
  await format()
  await later(5_000)
  expect(dialog()).toBeNull()
  expect(alerts()[0]).toContain('The card could not be formatted.')
  expect(alerts()[0]).toContain(said)
})

test.each([
  [PAGE, '503 Service Unavailable', 'STORAGE-71'],
  ['No space left.', 'No space left.', 'STORAGE-72'],
  ['', 'Something went wrong. Try again.', 'STORAGE-74'],
])('a job that fails with %s is told as %s (%s)', async (description, said) => {
  device.job['format'] = { result: 'ERROR', description }
  await showCard()
  await format()
  await later(5_000)
  expect(alerts()).toEqual([`The card could not be formatted. ${said}`])
})

test('a job of somebody else is shown and followed to its end, and keeps the tools away', async () => {
  await showCard()
  device.lastJobs = [jobWith({ action: 'format', progress: 10 })]
  await told()
  const tools = ['mount', 'check', 'repair', 'format', 'encrypt', 'locked']
  const usable = () => tools.filter((name) => !control(name)?.hasAttribute('disabled'))
  expect(page()).toContain('A job is running on this disk: 10%.')
  expect(usable()).toEqual([])
  // No event tells of progress.
  device.lastJobs = [jobWith({ action: 'format', progress: 60 })]
  await later(1_000)
  expect(page()).toContain('A job is running on this disk: 60%.')
  device.lastJobs = [jobWith({ action: 'format' })]
  await later(1_000)
  expect(page()).not.toContain('A job is running')
  expect(usable()).toEqual(tools)
})

test('a job on the share leaves the card’s tools', async () => {
  device.lastJobs = [jobWith({ diskid: 'NetworkShare', progress: 10 })]
  await showCard()
  expect(page()).not.toContain('A job is running')
  expect(control('format')?.disabled).toBe(false)
})

test('the own job is not taken for that of somebody else', async () => {
  device.job['format'] = { progress: 40 }
  device.lastJobs = [jobWith({ action: 'format', progress: 40 })]
  await showCard()
  await later(1_000)
  device.lastJobs = []
  await told()
  await format()
  device.lastJobs = [jobWith({ action: 'format', progress: 40 })]
  await told()
  expect(page()).not.toContain('A job is running')
  device.job = {}
})

const stored = (more: object = {}) =>
  JSON.stringify({ name: 'format', diskid: 'SD_DISK', filesystem: 'vfat', step: 0, ...more })

test('any page of the console goes on with a job that a reload has interrupted, once (EXPECT-36, EXPECT-37)', async () => {
  sessionStorage.setItem(PLAN_KEY, stored({ step: 1, jobid: '9' }))
  device.card = cardWith({ status: 'connected' })
  resumeStorage()
  await vi.waitFor(() => expect(sequences.state.get()).toBeDefined())
  await showStorage(<StoragePage />)
  expect(dialog()?.textContent).toContain('Formatting')
  await later(10_000)
  expect(device.sent).toEqual(['mount action=mount&diskid=SD_DISK'])
  expect(dialog()?.textContent).toContain('The card is formatted.')
  expect(sessionStorage.getItem(PLAN_KEY)).toBeNull()
})

test('a sequence without a file system makes that of the specification (STORAGE-19)', async () => {
  sessionStorage.setItem(PLAN_KEY, stored({ step: 1, filesystem: undefined }))
  await showCard({ status: 'failed', filesystem: 'illegal' })
  await later(10_000)
  expect(device.sent[0]).toBe('format diskid=SD_DISK&filesystem=ext4')
})

test('after a reload before the passphrase was sent, it says so and formats nothing', async () => {
  sessionStorage.setItem(PLAN_KEY, stored({ name: 'encrypt', step: 1 }))
  await showCard({ status: 'connected' })
  await later(5_000)
  expect(alerts().join(' ')).toContain('The page was reloaded before the passphrase was sent.')
  expect(device.sent).toEqual([])
})

test('the device’s end of a job counts when the device has been away (EXPECT-36)', async () => {
  device.job['format'] = { progress: 40 }
  await showCard()
  await format()
  await later(4_000)
  device.away = true
  await later(20_000)
  expect(dialog()?.textContent).toContain('Formatting: 46%')
  device.job['format'] = { result: 'ERROR', description: 'The device lost its power.' }
  device.away = false
  await later(5_000)
  expect(alerts()).toEqual(['The card could not be formatted. The device lost its power.'])
})

test('write protection asks before it is switched on, and says what failed (STORAGE-22, STORAGE-23, STORAGE-42)', async () => {
  await showCard()
  await operate('locked')
  await press('Cancel')
  expect(device.sent).toEqual([])
  await operate('locked')
  await press('Write protect')
  expect(device.sent).toEqual(['lock action=lock&diskid=SD_DISK'])
  expect(isOn('locked')).toBe(true)
  device.answers['lock'] = 'Not now.'
  await operate('locked')
  expect(dialog()).toBeNull()
  expect(device.sent.at(-1)).toBe('lock action=unlock&diskid=SD_DISK')
  expect(page()).toContain('The device refused: Not now.')
  expect(isOn('locked')).toBe(true)
  delete device.answers['lock']
  await operate('locked')
  expect(isOn('locked')).toBe(false)
})

test.each([
  ['A8307-E', true],
  ['A8207-VE', true],
  ['C1310-E', false],
  ['C1410', false],
])('on %s the age of files is there: %o (STORAGE-70, OPEN-90)', async (product, there) => {
  device.card = cardWith()
  device.shareDisk = { ...cardWith({ group: 'S1' }), diskid: 'NetworkShare' }
  device.shares = [
    { shareId: '7', nicename: '', host: 'nas', share: 'rec', user: '', diskid: 'NetworkShare' },
  ]
  await showStorage(<StoragePage />, { product })
  expect(control('locked')).not.toBeNull()
  expect(screen.queryByLabelText('Delete files after') !== null).toBe(there)
  expect(device.sent).toEqual([])
})
