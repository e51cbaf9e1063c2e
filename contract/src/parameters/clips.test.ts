import { expect, test } from 'vitest'
import { clipsIn } from './clips.ts'

test('clips are read by name, ignoring other parameters of the group', () => {
  const values = new Map([
    ['root.MediaClip.MaxGroups', '10'],
    ['root.MediaClip.M10.Name', 'Closing time 10'],
    ['root.MediaClip.M10.Location', '/etc/a.au'],
    ['root.MediaClip.M9.Name', 'Closing time 9'],
    ['root.MediaClip.M2.Name', 'ärger'],
    ['root.MediaClip.M3.Name', 'Bell'],
    ['root.MediaClip.M4.Name', ' '],
  ])
  expect(clipsIn(values, 'en').map(({ id, name }) => `${id} ${name}`)).toEqual([
    '4 4',
    '2 ärger',
    '3 Bell',
    '9 Closing time 9',
    '10 Closing time 10',
  ])
  expect(clipsIn(new Map(), 'en')).toEqual([])
})
