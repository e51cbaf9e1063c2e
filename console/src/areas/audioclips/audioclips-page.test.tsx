/** The page of audio clips: what it shows and offers, and what it then asks of the device. */
import { anyUnsaved } from '@lintel/ui/unsaved'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeClips } from './testing/fake-clips.ts'
import type { FakeClips } from './testing/fake-clips.ts'
import {
  actionsOf,
  alerts,
  dialog,
  fill,
  front,
  later,
  leaveClips,
  page,
  press,
  showClips,
  told,
} from './testing/render-clips.tsx'

let device: FakeClips
beforeEach(() => {
  vi.useFakeTimers()
  device = fakeClips()
})
afterEach(leaveClips)

const rows = () =>
  Array.from(document.querySelectorAll('tbody tr'), (row) => row.querySelector('td')?.textContent)

const path = () => document.querySelector('tbody tr path')?.getAttribute('d')

test('each clip has its name, wave form, length and place, and what can be done with it (CLIPS-01, CLIPS-03)', async () => {
  await showClips()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Audio clips')
  expect(rows()).toEqual(['Closing time2\u00A0min 05\u00A0s', 'Gong1.5\u00A0sPreinstalled'])
  expect(path()).toBe('M0.5 49v2M1.5 25v50M2.5 0v100')
  expect(screen.getAllByRole('img')[0]?.getAttribute('aria-label')).toBe(
    'Wave form, loudest part at 0\u00A0dBFS',
  )
  expect(page()).toContain('/etc/audioclips/a1.wav')
  expect(actionsOf('Closing time')).toEqual([
    'Play Closing time',
    'Link to Closing time',
    'Download Closing time',
    'Rename Closing time',
    'Delete Closing time',
  ])
  const link = screen.getByRole('link', { name: 'Download Closing time' })
  expect(link.getAttribute('href')).toBe('/axis-cgi/mediaclip.cgi?action=download&clip=5')
})

test('a clip is played, and stopped while it sounds (CLIPS-01)', async () => {
  await showClips()
  await press('Play Gong')
  expect(actionsOf('Gong')[0]).toBe('Stop Gong')
  expect(actionsOf('Closing time')[0]).toBe('Play Closing time')
  await press('Stop Gong')
  expect(actionsOf('Gong')[0]).toBe('Play Gong')
  expect(device.sent).toEqual(['playclip clip=0', 'stopclip'])
  // Somebody else plays one.
  device.playing = '5'
  await told('sound')
  expect(actionsOf('Closing time')[0]).toBe('Stop Closing time')
  // It ends.
  device.playing = null
  await told('sound')
  expect(actionsOf('Closing time')[0]).toBe('Play Closing time')
})

test('a clip that the device still decodes can be stopped, and replaced by another', async () => {
  await showClips()
  device.slow = []
  await press('Play Closing time')
  await press('Play Gong')
  expect([actionsOf('Closing time')[0], actionsOf('Gong')[0]]).toEqual([
    'Play Closing time',
    'Stop Gong',
  ])
  device.refusals['playclip'] = 'The file is damaged.'
  device.slow[0]?.()
  await later()
  // The first order has failed, the second one is still under way.
  expect(actionsOf('Gong')[0]).toBe('Stop Gong')
  expect(alerts()).toEqual(['The device refused: The file is damaged.'])
  await press('Stop Gong')
  expect(actionsOf('Gong')[0]).toBe('Play Gong')
  device.refusals = {}
  device.slow[1]?.()
  await later()
  expect(device.sent.slice(0, 2)).toEqual(['playclip clip=5', 'stopclip'])
})

test('what could not be played is reported', async () => {
  device.refusals['playclip'] = 'There is no such clip.'
  await showClips()
  await press('Play Gong')
  expect(alerts()).toEqual(['The device refused: There is no such clip.'])
})

test('on firmware that doesn’t say what sounds, every clip can be stopped, and none is drawn', async () => {
  await showClips({ ownCalls: false })
  expect(actionsOf('Gong').slice(0, 2)).toEqual(['Play Gong', 'Stop Gong'])
  expect(rows()).toEqual(['Closing time', 'Gong'])
  await press('Stop Closing time')
  expect(device.sent).toEqual(['stopclip'])
})

test('a device without a loudspeaker says that it has no clips', async () => {
  device.hasAudio = false
  await showClips()
  expect(page()).toContain('This device has no loudspeaker, so it has no clips.')
  expect(document.querySelector('button[data-field="clips"]')).toBeNull()
})

test('a device without clips says so', async () => {
  device.clips.clear()
  await showClips()
  expect(page()).toContain('There are no clips yet.')
})

test('a clip is deleted after a question, which names it (CLIPS-12)', async () => {
  await showClips()
  await press('Delete Closing time')
  expect(dialog()?.textContent).toContain(
    "Closing time is deleted from the device. This can't be undone.",
  )
  await press('Cancel')
  expect(device.sent).toEqual([])
  await press('Delete Closing time')
  await press('Delete clip')
  expect(device.sent).toEqual(['mediaclip action=remove&clip=5'])
  expect(page()).toContain('Closing time is deleted.')
  expect(rows()).toEqual(['Gong1.5\u00A0sPreinstalled'])
})

test('a preinstalled clip can’t be deleted', async () => {
  await showClips()
  expect(actionsOf('Gong').at(-1)).toBe("(Gong is preinstalled and can't be deleted)")
})

test('a clip that another one has replaced under its number is not deleted (EXPECT-22)', async () => {
  await showClips()
  await press('Delete Closing time')
  device.clips.set(5, { name: 'Fire alarm', location: '/etc/audioclips/b2.wav' })
  await press('Delete clip')
  expect(device.sent).toEqual([])
  expect(rows()[0]).toContain('Fire alarm')
})

test('a clip that somebody else renames right before it is deleted stays until that is confirmed (EXPECT-21)', async () => {
  await showClips()
  await press('Delete Closing time')
  device.between = () => {
    device.clips.set(5, { name: 'Fire alarm', location: '/etc/audioclips/a1.wav' })
  }
  await press('Delete clip')
  expect(device.clips.get(5)?.name).toBe('Fire alarm')
  expect(dialog()?.textContent).toContain('Delete Fire alarm?')
  expect(dialog()?.textContent).toContain(
    'Somebody else has renamed this clip in the meantime. It was Closing time.',
  )
  await press('Delete clip')
  expect(device.clips.has(5)).toBe(false)
  expect(page()).toContain('Fire alarm is deleted.')
})

test('another clip under the number of one that somebody else deletes right before stays (EXPECT-22)', async () => {
  await showClips()
  await press('Delete Closing time')
  device.between = () => {
    device.clips.set(5, { name: 'Closing time', location: '/etc/audioclips/b2.wav' })
  }
  await press('Delete clip')
  expect(device.clips.get(5)?.location).toBe('/etc/audioclips/b2.wav')
})

test('a deletion goes on when somebody else has only changed another clip', async () => {
  await showClips()
  await press('Delete Closing time')
  device.between = () => {
    device.clips.set(0, { name: 'Bell', location: '/etc/audioclips/gong.au', factory: true })
  }
  await press('Delete clip')
  expect(page()).toContain('Closing time is deleted.')
})

test('a name that somebody else changes right before it is saved is shown first (EXPECT-21)', async () => {
  await showClips()
  await press('Rename Closing time')
  fill('Name', 'Mine')
  device.between = () => {
    device.clips.set(5, { name: 'Theirs', location: '/etc/audioclips/a1.wav' })
  }
  await press('Rename')
  expect(device.clips.get(5)?.name).toBe('Theirs')
  expect(dialog()?.textContent).toContain('Somebody else has changed these settings')
})

test('a deletion whose answer got lost is told by the list (EXPECT-12)', async () => {
  await showClips()
  device.lost.add('mediaclip remove')
  await press('Delete Closing time')
  await press('Delete clip')
  expect(page()).toContain('Closing time is deleted.')
})

test('a deletion that was refused says why, and the clip stays', async () => {
  await showClips()
  device.refusals['mediaclip remove'] = 'The disk is full.'
  await press('Delete Closing time')
  await press('Delete clip')
  expect(alerts()).toEqual(['Closing time was not deleted. The device refused: The disk is full.'])
  expect(rows()).toHaveLength(2)
})

test('a clip is renamed, under the rules of names (CLIPS-02, CLIPS-05)', async () => {
  await showClips()
  await press('Rename Closing time')
  fill('Name', ' ')
  await press('Rename')
  expect(dialog()?.textContent).toContain('Fill this in.')
  fill('Name', ' We close ')
  await press('Rename')
  expect(dialog()).toBeNull()
  expect(device.sent).toEqual(['mediaclip action=update&clip=5&name=We+close'])
  expect(rows()[1]).toContain('We close')
})

test('a name that somebody else has changed meanwhile is shown first (EXPECT-21)', async () => {
  await showClips()
  await press('Rename Closing time')
  fill('Name', 'Mine')
  device.clips.set(5, { name: 'Theirs', location: '/etc/audioclips/a1.wav' })
  await press('Rename')
  expect(dialog()?.textContent).toContain(
    'Somebody else has changed these settings in the meantime.',
  )
  expect(device.sent).toEqual([])
  expect(front().getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
  await press('Rename')
  expect(device.clips.get(5)?.name).toBe('Mine')
})

test.each(['Rename', 'Link to'])(
  'the dialog “%s” closes when somebody else deletes the clip (EXPECT-22)',
  async (action) => {
    await showClips()
    await press(`${action} Closing time`)
    device.clips.delete(5)
    await told()
    expect(dialog()).toBeNull()
    expect(alerts()).toEqual(['Somebody else has deleted Closing time in the meantime.'])
  },
)

test('a clip that is gone is not renamed (EXPECT-22)', async () => {
  await showClips()
  await press('Rename Closing time')
  fill('Name', 'Mine')
  device.clips.delete(5)
  await press('Rename')
  expect([device.sent, dialog()]).toEqual([[], null])
})

test('another clip under the number of one that somebody else deletes keeps its name (EXPECT-22)', async () => {
  await showClips()
  await press('Rename Closing time')
  fill('Name', 'Mine')
  device.clips.set(5, { name: 'Closing time', location: '/etc/audioclips/b2.wav' })
  await press('Rename')
  expect([device.sent, device.clips.get(5)?.name]).toEqual([[], 'Closing time'])
})

test('a link has the number of times and the volume (CLIPS-02, CLIPS-04, CLIPS-09)', async () => {
  await showClips()
  await press('Link to Closing time')
  const link = (query: string) => `${location.origin}/axis-cgi/playclip.cgi?clip=5&${query}`
  expect(dialog()?.textContent).toContain(link('repeat=0&volume=100'))
  fill('Number of times', '3')
  fill('Volume', '100')
  await later()
  expect(dialog()?.textContent).toContain(link('repeat=2&volume=200'))
  // Nothing of it is stored, so nothing is lost.
  expect(anyUnsaved()).toBe(false)
  fill('Number of times', '10000')
  await later()
  expect(dialog()?.textContent).not.toContain('playclip.cgi')
})
