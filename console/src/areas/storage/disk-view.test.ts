import { expect, test } from 'vitest'
import { freePart, needsFormat, retentionOptions, viewOf } from './disk-view.ts'

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
  expect(freePart({ totalsize: 1000, freesize: 1024 })).toBe(1)
  expect(freePart({ totalsize: 233_600, freesize: 233_500 })).toBe(0.999)
})

test('files are kept for one of the ages of the specification, or for the one that is stored (STORAGE-69, OPEN-91)', () => {
  const ages = [1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 60, 90, 180, 270, 360, 540, 7000]
  expect(retentionOptions('30')).toEqual(ages)
  expect(retentionOptions('33')).toEqual([...ages, 33].toSorted((a, b) => a - b))
})
