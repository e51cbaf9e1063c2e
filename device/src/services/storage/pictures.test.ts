import { NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import type { Files } from '@lintel/disk-image/file-system'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ShareFailure } from '../../engines/storage/share-failure.ts'
import {
  fakeCardIn,
  fakeCardTools,
  putFakeCard,
  SIZE,
} from '../../engines/storage/testing/fake-card-tools.ts'
import { makeStorageRig } from '../../engines/storage/testing/storage-rig.ts'
import type { StorageRig } from '../../engines/storage/testing/storage-rig.ts'
import { PLUGGED } from '../../testing/plugged.ts'
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
  pictures = openPictures({ ...rig.platform, storage: rig.storage })
})
afterEach(async () => {
  pictures.close()
  await rig.remove()
})

const pass = (milliseconds: number) => rig.platform.clock.advance(milliseconds)
const paths = () => Object.keys(fakeCardIn(rig.imageOf('card')).files ?? {})
const listed = async () => (await pictures.list()).pictures
/** Lets the clean-up that is due finish. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('pictures are stored under their time, listed with the newest first, and read back', async () => {
  expect(pictures.canStore()).toBe(true)
  expect(await pictures.store(JPEG)).toBe('SD_DISK/pictures/19700101/000000000.jpg')
  await pass(DAY + 61_001)
  const later = await pictures.store(JPEG.subarray(1))
  expect(await listed()).toEqual([
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

test('many hours that pass at once are one clean-up, and one more', async () => {
  let looks = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const counting = {
    ...rig.storage,
    mounted(id: Parameters<typeof rig.storage.mounted>[0]) {
      const files = rig.storage.mounted(id)
      if (!files) return undefined
      const list: Files['list'] = async (folder) => {
        looks += 1
        await held
        return files.list(folder)
      }
      return { ...files, list }
    },
  }
  pictures.close()
  pictures = openPictures({ ...rig.platform, storage: counting })
  await pass(40 * DAY)
  expect(looks).toBe(1)
  release()
  await settle()
  await settle()
  // Of pictures and of recordings, twice.
  expect(looks).toBeGreaterThan(1)
  expect(looks).toBeLessThanOrEqual(4)
})

test('only pictures are listed, read and deleted, whatever else is on the disk', async () => {
  expect(await listed()).toEqual([])
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
  expect(await listed()).toEqual([])
})

test('pictures are deleted at the age that the disk keeps, and never if that is for ever (STORAGE-24)', async () => {
  rig.platform.parameters.set({ 'root.Storage.S0.CleanupMaxAge': 2 })
  await pictures.store(JPEG)
  await pass(DAY)
  await pictures.store(JPEG)
  await pass(DAY + 3_600_000)
  await settle()
  expect((await listed()).map(({ taken }) => taken)).toEqual(['1970-01-02T00:00:00.000Z'])
  rig.platform.parameters.set({ 'root.Storage.S0.CleanupMaxAge': 7000 })
  await pass(30 * DAY)
  await settle()
  expect(await listed()).toHaveLength(1)
  rig.platform.parameters.set({ 'root.Storage.S0.CleanupMaxAge': 1 })
  rig.storage.lock(SD_CARD, true)
  await pass(DAY)
  await settle()
  expect(await listed()).toHaveLength(1)
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
  expect((await listed()).map(({ id }) => id)).toEqual([third])
  expect([first, second]).not.toContain(third)
  rig.platform.parameters.set({ 'root.Storage.S0.CleanupPolicyActive': 'none' })
  putFakeCard(image, { fileSystem: 'ext4', files: { 'big.bin': SIZE - 10 } })
  await expect(pictures.store(JPEG)).rejects.toThrow('The disk is full.')
})

test('a disk that others have filled beyond its level keeps the pictures that still fit', async () => {
  await pictures.store(JPEG)
  await pass(1000)
  const image = rig.imageOf('card')
  const card = fakeCardIn(image)
  putFakeCard(image, { ...card, files: { ...card.files, 'big.bin': SIZE - 240_000 } })
  const counts: number[] = []
  for (const level of [90, 90, 90, 90, 0]) {
    rig.platform.parameters.set({ 'root.Storage.S0.CleanupLevel': level })
    await pictures.store(JPEG)
    await pass(1000)
    counts.push((await listed()).length)
  }
  expect(counts).toEqual([2, 3, 4, 4, 4])
})

test('a picture and a recording go to the disk that is named, if it can be written to', async () => {
  const { two, disks } = twoDisks()
  const began = Date.UTC(2026, 10, 23, 14, 5, 9, 700)
  expect(await two.store(JPEG, began, NETWORK_SHARE)).toMatch(/^NetworkShare/)
  expect(await two.storeRecording(NETWORK_SHARE, new Uint8Array(3), began)).toBe(
    'recordings/20261123/140509.avi',
  )
  // Another one of the same second replaces nothing.
  expect(await two.storeRecording(NETWORK_SHARE, new Uint8Array(4), began)).toBe(
    'recordings/20261123/140510.avi',
  )
  const share = await disks[NETWORK_SHARE].files.list(`${PLUGGED.serial}/recordings`)
  expect(share.map(({ size }) => size)).toEqual([3, 4])
  expect((await two.list()).pictures).toHaveLength(4)
  rig.platform.parameters.set({ 'root.Storage.S1.Locked': true })
  expect([two.isWritable(NETWORK_SHARE), two.isWritable(SD_CARD)]).toEqual([false, true])
  expect(await two.store(JPEG, began, NETWORK_SHARE)).toBeUndefined()
  expect(await two.storeRecording(NETWORK_SHARE, JPEG, began)).toBeUndefined()
  two.close()
})

test('recordings get as old as pictures, and make room for newer files', async () => {
  rig.platform.parameters.set({ 'root.Storage.S0.CleanupMaxAge': 1 })
  await pictures.storeRecording(SD_CARD, JPEG, 0)
  await pass(DAY - 10_000)
  await pictures.storeRecording(SD_CARD, JPEG, rig.platform.clock.now())
  await pass(7_200_000)
  await settle()
  expect(paths()).toEqual(['other/holiday.jpg', 'recordings/19700101/235950.avi'])
  const image = rig.imageOf('card')
  const card = fakeCardIn(image)
  putFakeCard(image, { ...card, files: { ...card.files, 'big.bin': SIZE - 100_000 } })
  const id = await pictures.store(JPEG)
  expect(paths()).toEqual(['other/holiday.jpg', 'big.bin', id?.slice('SD_DISK/'.length)])
})

test('a picture that cannot be deleted makes no other one fail', async () => {
  const { two, disks } = twoDisks()
  disks[SD_CARD].files.usage = async () => ({ total: 1e9, free: 0 })
  disks[SD_CARD].files.remove = () => Promise.reject(new Error('held open'))
  expect(await two.store(JPEG)).toMatch(/^SD_DISK/)
  two.close()
})

test('files of no time, and files too large for pictures, are no pictures', async () => {
  const image = rig.imageOf('card')
  const no = ['pictures/20261301/000000000.jpg', 'pictures/20261123/250000000.jpg']
  const huge = 'pictures/20261123/140003000.jpg'
  putFakeCard(image, {
    fileSystem: 'ext4',
    files: Object.fromEntries([...no.map((path) => [path, 1]), [huge, 17 << 20]]),
  })
  expect(await listed()).toEqual([])
  for (const path of [...no, huge]) {
    await expect(pictures.read(`SD_DISK/${path}`)).rejects.toThrow('There is no such picture.')
  }
})

test('on a share each device has a folder of its own, and touches no other', async () => {
  const { two, disks } = twoDisks()
  const share = disks[NETWORK_SHARE].files
  const other = 'AECC8E000000/pictures/20261123/140000000.jpg'
  await share.write(other, new Uint8Array(9))
  disks[NETWORK_SHARE].files.usage = async () => ({ total: 1e9, free: 0 })
  rig.storage.lock(SD_CARD, true)
  expect(await two.store(JPEG)).toBe('NetworkShare/pictures/19700101/000000000.jpg')
  expect((await share.list('')).map(({ path }) => path)).toEqual([
    other,
    `${PLUGGED.serial}/pictures/19700101/000000000.jpg`,
  ])
  await pass(DAY)
  expect((await two.list()).pictures.map(({ size }) => size)).toEqual([5, 40_000])
  two.close()
})

test('without a card there are no pictures, and nothing to store them on', async () => {
  const id = (await pictures.store(JPEG)) ?? ''
  await rig.insert(null)
  expect([pictures.canStore(), await listed()]).toEqual([false, []])
  expect(await pictures.store(JPEG)).toBeUndefined()
  for (const work of [pictures.read(id), pictures.remove(id)]) {
    await expect(work).rejects.toMatchObject({
      reason: 'invalid',
      message: 'The disk is not mounted.',
    })
  }
})

/** Pictures on a card and a share in memory, which announce no changes themselves. */
function twoDisks() {
  const disks = {
    [SD_CARD]: memoryFiles([5]),
    [NETWORK_SHARE]: memoryFiles([7, 3], `${PLUGGED.serial}/`),
  }
  let announced = 0
  const two = openPictures({
    ...rig.platform,
    storage: { mounted: (id) => disks[id].files, subscribe: () => () => undefined },
    events: { ...rig.platform.events, changed: () => (announced += 1) },
  })
  return { two, disks, announced: () => announced }
}

/**
 * @param seconds of the pictures on it
 * @param folder the one that they are in, with a slash
 */
function memoryFiles(seconds: number[], folder = '') {
  const stored = new Map<string, Uint8Array>(
    seconds.map((second) => [
      `${folder}pictures/20261123/14000${second}000.jpg`,
      new Uint8Array(second),
    ]),
  )
  const disk = {
    failure: undefined as Error | undefined,
    lists: 0,
    files: {
      usage: async () => ({ total: 1e9, free: 1e9 }),
      async list(within: string) {
        if (within.endsWith('pictures')) disk.lists += 1
        if (disk.failure) throw disk.failure
        return Array.from(stored, ([path, { length }]) => ({
          path,
          size: length,
          modified: 0,
        })).filter(({ path }) => path.startsWith(within))
      },
      async read(path) {
        if (disk.failure) throw disk.failure
        return stored.get(path)
      },
      write: async (path, bytes) => void stored.set(path, bytes),
      async remove(path) {
        if (disk.failure) throw disk.failure
        stored.delete(path)
      },
    } satisfies Files as Files,
  }
  return disk
}

test('a disk that cannot be listed is named with the reason, and the pictures of the other stay', async () => {
  const { two, disks } = twoDisks()
  const share = disks[NETWORK_SHARE]
  share.failure = new ShareFailure('read')
  const { pictures: found, unreadable } = await two.list()
  expect(found.map(({ diskid }) => diskid)).toEqual([SD_CARD])
  expect(unreadable).toEqual([
    { diskid: NETWORK_SHARE, reason: 'The user may not read this share.' },
  ])
  // What a program reports is for the log alone.
  share.failure = new Error('debugfs: /var/lib/card.img')
  expect((await two.list()).unreadable[0]?.reason).toBe('The disk reports an error.')
  share.failure = undefined
  const all = await two.list()
  expect(all.unreadable).toEqual([])
  expect(all.pictures.map(({ size }) => size)).toEqual([7, 5, 3])
  two.close()
})

test('disks are listed once until a picture is stored or deleted, which is announced', async () => {
  const { two, disks, announced } = twoDisks()
  const { version, pictures: before } = await two.list()
  expect((await two.list()).pictures).toBe(before)
  expect([disks[SD_CARD].lists, announced()]).toEqual([1, 0])
  await two.remove(before.at(-1)?.id ?? '')
  expect(announced()).toBe(1)
  const after = await two.list()
  expect([after.pictures.length, after.version === version]).toEqual([2, false])
  await two.store(JPEG)
  // The look for the oldest ones needs no other list.
  expect(disks[SD_CARD].lists).toBe(2)
  expect([announced(), (await two.list()).pictures.length]).toEqual([2, 3])
  two.close()
})

test('a disk that fails says why when a picture is read or deleted', async () => {
  const { two, disks } = twoDisks()
  const id = 'NetworkShare/pictures/20261123/140003000.jpg'
  disks[NETWORK_SHARE].failure = new ShareFailure('write')
  for (const work of [two.read(id), two.remove(id)]) {
    await expect(work).rejects.toMatchObject({
      reason: 'storage',
      message: 'The user may not write to this share.',
    })
  }
  two.close()
})
