import { SD_CARD } from '@lintel/contract/disks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  fakeCardIn,
  fakeCardTools,
  putFakeCard,
  SIZE,
} from '../../engines/storage/testing/fake-card-tools.ts'
import { makeStorageRig } from '../../engines/storage/testing/storage-rig.ts'
import type { StorageRig } from '../../engines/storage/testing/storage-rig.ts'
import { openPictures } from './pictures.ts'
import type { Pictures } from './pictures.ts'

const DAY = 86_400_000
const JPEG = new Uint8Array(40_000)

let rig: StorageRig
let pictures: Pictures

beforeEach(async () => {
  rig = makeStorageRig(fakeCardTools())
  putFakeCard(rig.imageOf('card'), { fileSystem: 'ext4', files: { 'other/holiday.jpg': 100 } })
  await rig.powerOn('card')
  const { clock, parameters, log } = rig.platform
  pictures = openPictures({ storage: rig.storage, clock, parameters, log })
})
afterEach(async () => {
  pictures.close()
  await rig.remove()
})

const pass = (milliseconds: number) => rig.platform.clock.advance(milliseconds)
const paths = () => Object.keys(fakeCardIn(rig.imageOf('card')).files ?? {})
/** Lets the clean-up that is due finish. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('pictures are stored under their time, listed with the newest first, and read back', async () => {
  expect(pictures.canStore()).toBe(true)
  expect(await pictures.store(JPEG)).toBe('SD_DISK/pictures/19700101/000000000.jpg')
  await pass(DAY + 61_001)
  const later = await pictures.store(JPEG.subarray(1))
  expect(await pictures.list()).toEqual([
    {
      id: 'SD_DISK/pictures/19700102/000101001.jpg',
      version: '39999',
      diskid: SD_CARD,
      taken: '1970-01-02T00:01:01.001Z',
      size: 39_999,
    },
    expect.objectContaining({ id: 'SD_DISK/pictures/19700101/000000000.jpg', size: 40_000 }),
  ])
  expect((await pictures.read(later ?? '')).length).toBe(39_999)
})

test('only pictures are listed, read and deleted, whatever else is on the disk', async () => {
  expect(await pictures.list()).toEqual([])
  for (const id of [
    'SD_DISK/other/holiday.jpg',
    'SD_DISK/pictures/../other/holiday.jpg',
    'x',
    '',
  ]) {
    await expect(pictures.read(id), id).rejects.toThrow('There is no such picture.')
    await expect(pictures.remove(id), id).rejects.toThrow('There is no such picture.')
  }
  expect(paths()).toEqual(['other/holiday.jpg'])
})

test('a picture is deleted, unless its disk is write protected', async () => {
  const id = (await pictures.store(JPEG)) ?? ''
  rig.storage.lock(SD_CARD, true)
  await expect(pictures.remove(id)).rejects.toThrow('The disk is write protected.')
  expect(pictures.canStore()).toBe(false)
  expect(await pictures.store(JPEG)).toBeUndefined()
  rig.storage.lock(SD_CARD, false)
  await pictures.remove(id)
  expect(await pictures.list()).toEqual([])
})

test('pictures are deleted at the age that the disk keeps, and never if that is for ever (STORAGE-24)', async () => {
  rig.platform.parameters.set({ 'root.Storage.S0.CleanupMaxAge': 2 })
  await pictures.store(JPEG)
  await pass(DAY)
  await pictures.store(JPEG)
  await pass(DAY + 3_600_000)
  await settle()
  expect((await pictures.list()).map(({ taken }) => taken)).toEqual(['1970-01-02T00:00:00.000Z'])
  rig.platform.parameters.set({ 'root.Storage.S0.CleanupMaxAge': 7000 })
  await pass(30 * DAY)
  await settle()
  expect(await pictures.list()).toHaveLength(1)
  rig.platform.parameters.set({ 'root.Storage.S0.CleanupMaxAge': 1 })
  rig.storage.lock(SD_CARD, true)
  await pass(DAY)
  await settle()
  expect(await pictures.list()).toHaveLength(1)
  expect(paths()).toContain('other/holiday.jpg')
})

test('a disk that is nearly full loses its oldest pictures, or stores no more, as its policy says', async () => {
  const first = await pictures.store(JPEG)
  await pass(1000)
  const second = await pictures.store(JPEG)
  const image = rig.imageOf('card')
  const card = fakeCardIn(image)
  putFakeCard(image, { ...card, files: { ...card.files, 'big.bin': SIZE - 120_000 } })
  await pass(1000)
  const third = await pictures.store(JPEG)
  expect((await pictures.list()).map(({ id }) => id)).toEqual([third])
  expect([first, second]).not.toContain(third)
  rig.platform.parameters.set({ 'root.Storage.S0.CleanupPolicyActive': 'none' })
  putFakeCard(image, { fileSystem: 'ext4', files: { 'big.bin': SIZE - 10 } })
  await expect(pictures.store(JPEG)).rejects.toThrow('The disk is full.')
})

test('without a card there are no pictures, and nothing to store them on', async () => {
  const id = (await pictures.store(JPEG)) ?? ''
  await rig.insert(null)
  expect([pictures.canStore(), await pictures.list()]).toEqual([false, []])
  expect(await pictures.store(JPEG)).toBeUndefined()
  await expect(pictures.read(id)).rejects.toThrow('There is no such picture.')
})
