/** Adding a clip: from a file, by a recording, and what the device says to it. */
import { anyUnsaved } from '@lintel/ui/unsaved'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLIP_PROBLEMS } from '@lintel/contract/rules/clips'
import { RECORDING_LIMIT } from '../../app/timing.ts'
import { fakeClips } from './testing/fake-clips.ts'
import type { FakeClips } from './testing/fake-clips.ts'
import { fakeMicrophone, noMicrophone } from './testing/fake-microphone.ts'
import {
  alerts,
  choose,
  dialog,
  fill,
  front,
  later,
  leaveClips,
  page,
  press,
  showClips,
} from './testing/render-clips.tsx'

let device: FakeClips
beforeEach(() => {
  vi.useFakeTimers()
  device = fakeClips()
})
afterEach(async () => {
  await leaveClips()
  noMicrophone()
})

const WAVE = new File(['sound'], 'door bell.wav')

async function open() {
  await showClips()
  await press('Add clip')
}

/** The button of the form, not the one that opened the dialog. */
const submit = () => press('Add clip')
const name = () => front().getByLabelText<HTMLInputElement>('Name').value
const source = async (label: string) => {
  front().getByLabelText(label, { selector: 'input[type="radio"]' }).click()
  await later()
}

async function endUpload() {
  device.endUpload()
  await later()
}

test('a file is uploaded under its own name, and its progress shown (CLIPS-02, CLIPS-05)', async () => {
  await open()
  await choose(WAVE)
  expect(name()).toBe('door bell')
  await submit()
  expect(device.sent).toEqual(['action=upload&media=audio&name=door+bell'])
  expect(device.files()[0]?.name).toBe('door bell.wav')
  const bar = dialog()?.querySelector('[role="progressbar"]')
  expect([bar?.getAttribute('aria-valuenow'), bar?.getAttribute('aria-valuemax')]).toEqual([
    '2.5',
    '5',
  ])
  expect(dialog()?.querySelector('button[aria-label="Close"]')).toBeNull()
  device.clips.set(6, { name: 'door bell', location: '/etc/audioclips/c3.wav' })
  await endUpload()
  expect(dialog()).toBeNull()
  expect(page()).toContain('door bell is added.')
  expect(document.querySelectorAll('tbody tr')).toHaveLength(3)
})

test('a name that somebody has typed stays when another file is chosen (CLIPS-05)', async () => {
  await open()
  await choose(WAVE)
  await choose(new File(['x'], 'gong.mp3'))
  expect(name()).toBe('gong')
  fill('Name', 'Mine')
  await choose(WAVE)
  expect(name()).toBe('Mine')
})

test('nothing is sent without a file and a name (CLIPS-05, CLIPS-06)', async () => {
  await open()
  await submit()
  expect(dialog()?.textContent.match(/Fill this in\.|Choose one\./g)).toHaveLength(2)
  expect(device.sent).toEqual([])
})

test('a file that is too large is not sent, if the device says how large it may be (CLIPS-08)', async () => {
  device.largest = 1
  await open()
  expect(dialog()?.textContent).toContain('WAV, AU or MP3, up to 1\u00A0MB.')
  const large = new File([new Uint8Array((1 << 20) + 1)], 'a.wav')
  await choose(large)
  await submit()
  expect(dialog()?.textContent).toContain('An audio clip can have at most 1\u00A0MB.')
  expect(device.sent).toEqual([])
})

test('a file of another kind has an error and no preview', async () => {
  await open()
  await choose(WAVE)
  await vi.waitFor(() => expect(dialog()?.querySelector('audio')).not.toBeNull())
  await choose(new File(['text'], 'notes.txt'))
  expect(dialog()?.textContent).toContain('This is not an audio file that the device can play.')
  expect(dialog()?.querySelector('audio')).toBeNull()
})

test('a device that doesn’t say how large a file may be gets it (CLIPS-08)', async () => {
  device.largest = undefined
  await open()
  expect(dialog()?.textContent).toContain('WAV, AU or MP3.')
  await choose(new File([new Uint8Array(30 << 20)], 'a.wav'))
  await submit()
  expect(device.files()).toHaveLength(1)
  await endUpload()
})

test.each([
  [{ status: 413, text: 'Request Entity Too Large' }, 'There is not enough space', ''],
  [{ status: 400, text: 'Error: 413' }, 'There is not enough space', ''],
  [{ status: 507, text: 'The device has no storage left.' }, 'There is not enough space', ''],
  [{ status: 413, text: CLIP_PROBLEMS.full }, 'There is not enough space', 'Delete one first.'],
  [{ status: 400, text: CLIP_PROBLEMS.silent }, 'could not be uploaded', 'nothing to hear'],
  [{ status: 400, text: 'The moon is full.' }, 'could not be uploaded', 'The moon is full.'],
])(
  'an upload answered by %o has its message, and can be tried again (CLIPS-13, CLIPS-14, CLIPS-15)',
  async (answer, title, reason) => {
    device.upload = answer
    await open()
    await choose(WAVE)
    await submit()
    await endUpload()
    const [alert = ''] = alerts()
    expect(alert).toContain(title)
    expect(alert).toContain(reason)
    expect(alerts()).toHaveLength(1)
    expect(document.activeElement?.textContent).toBe(alert)
    // What was chosen is still not saved.
    expect(anyUnsaved()).toBe(true)
    device.upload = { status: 200, text: 'OK\nuploaded=6' }
    await submit()
    await endUpload()
    expect(dialog()).toBeNull()
    expect(device.sent).toHaveLength(2)
  },
)

test('an upload can be cancelled, and keeps what was chosen', async () => {
  await open()
  await choose(WAVE)
  await submit()
  await press('Cancel')
  expect(dialog()?.querySelector('[role="progressbar"]')).toBeNull()
  expect([name(), alerts()]).toEqual(['door bell', []])
  expect(dialog()?.textContent).toContain('door bell.wav')
  expect(anyUnsaved()).toBe(true)
  expect(dialog()?.contains(document.activeElement)).toBe(true)
  expect(page()).not.toContain('door bell is added.')
})

test('an upload whose answer got lost is told by the list (EXPECT-12)', async () => {
  device.upload = { status: 0, text: '', lost: true }
  await open()
  await choose(WAVE)
  await submit()
  await endUpload()
  expect(alerts()[0]).toContain('could not be uploaded')
  await submit()
  device.clips.set(6, { name: 'door bell', location: '/etc/audioclips/c3.wav' })
  await endUpload()
  expect(dialog()).toBeNull()
})

test('a refused file is not taken for one of the same name that somebody else adds', async () => {
  device.upload = { status: 400, text: CLIP_PROBLEMS.silent }
  await open()
  await choose(WAVE)
  await submit()
  device.clips.set(6, { name: 'door bell', location: '/etc/audioclips/c3.wav' })
  await endUpload()
  expect(alerts()[0]).toContain('could not be uploaded')
})

test('a recording becomes a file, with the same rules for its name (OPEN-98, AUDIO-19)', async () => {
  fakeMicrophone()
  await open()
  await source('Recording')
  await press('Record')
  await later(3_000)
  expect(dialog()?.textContent).toContain('3 of 60 seconds')
  await later(RECORDING_LIMIT)
  expect(name()).toBe('Recording')
  fill('Name', ' Announcement ')
  await submit()
  expect(device.sent).toEqual(['action=upload&media=audio&name=Announcement'])
  expect(device.files()[0]?.name).toBe('Recording.wav')
  await endUpload()
  expect(page()).toContain('Announcement is added.')
})

test('a file of the computer is no recording, and a recording no chosen file', async () => {
  fakeMicrophone()
  await open()
  await choose(WAVE)
  await source('Recording')
  expect(dialog()?.querySelector('audio')).toBeNull()
  await press('Record')
  await press('Stop recording')
  expect(dialog()?.querySelector('audio')).not.toBeNull()
  await source('Choose audio file')
  await submit()
  expect([device.sent, dialog()?.textContent.includes('Choose one.')]).toEqual([[], true])
})

test('closing the dialog frees the microphone', async () => {
  const microphone = fakeMicrophone()
  await open()
  await source('Recording')
  await press('Record')
  expect(microphone.inUse).toBe(1)
  await press('Cancel')
  expect(microphone.inUse).toBe(0)
})

test.each([
  [undefined, 'Browsers allow recording over HTTPS only.'],
  ['NotAllowedError', 'The browser needs access to the microphone.'],
  ['NotFoundError', 'No microphone was found'],
])(
  'without a microphone (%s) the dialog says what to do (AUDIO-18, OPEN-98)',
  async (why, told) => {
    if (why === undefined) noMicrophone()
    else fakeMicrophone().refusal = why
    await open()
    await source('Recording')
    if (why !== undefined) await press('Record')
    expect(alerts()[0]).toContain(told)
  },
)
