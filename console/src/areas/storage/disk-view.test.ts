import { expect, test } from 'vitest'
import { freePart, needsFormat, viewOf } from './disk-view.ts'

test.each([
  ['disconnected', 'illegal', 'none'],
  ['connected', 'ext4', 'unmounted'],
  ['OK', 'vfat', 'mounted'],
  ['failed', 'ext4', 'failed'],
  ['failed', 'illegal', 'illegal'],
  ['connected', 'illegal', 'illegal'],
  ['no passphrase', 'illegal', 'foreign'],
  ['wrong passphrase', 'ext4', 'foreign'],
  ['not encrypted', 'ext4', 'plain'],
  ['on fire', 'ext4', 'failed'],
] as const)(
  'a disk that is %s with %s is shown as %s (STORAGE-46, OPEN-83, OPEN-116)',
  (status, filesystem, view) => {
    expect(viewOf({ status, filesystem })).toBe(view)
  },
)

test('only formatting helps a card that the device can not read (STORAGE-49, STORAGE-50)', () => {
  const views = ['none', 'unmounted', 'mounted', 'illegal', 'foreign', 'plain', 'failed'] as const
  expect(views.filter(needsFormat)).toEqual(['illegal', 'foreign', 'plain'])
})

test('free space is a part of the whole, once that is known (STORAGE-12)', () => {
  expect(freePart({ totalsize: 200, freesize: 50 })).toBe(0.25)
  expect(freePart({ totalsize: 0, freesize: 0 })).toBeUndefined()
})
