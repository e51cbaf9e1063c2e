import { getPicture, getPictures, removePicture } from '@lintel/contract/calls/pictures'
import { createClient } from '@lintel/contract/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeStorageRig } from '../../engines/storage/testing/storage-rig.ts'
import type { StorageRig } from '../../engines/storage/testing/storage-rig.ts'
import { fakeCardTools, putFakeCard } from '../../engines/storage/testing/fake-card-tools.ts'
import { authorization, openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { pictureService } from './picture-service.ts'
import { openPictures } from './pictures.ts'

let rig: StorageRig
let device: TestDevice

beforeEach(async () => {
  rig = makeStorageRig(fakeCardTools())
  putFakeCard(rig.imageOf('card'), { fileSystem: 'ext4', files: tenThousand() })
  await rig.powerOn('card')
  const { storage } = rig
  device = await openTestDevice([
    (parts) => pictureService({ ...parts, pictures: openPictures({ ...parts, storage }) }),
  ])
  device.makeAccounts()
})
afterEach(async () => {
  await device.close()
  await rig.remove()
})

/** The path of a picture that was taken so many seconds after midnight. */
const pathAt = (second: number): string => {
  const [date = '', time = ''] = new Date(Date.UTC(2026, 10, 23) + second * 1000)
    .toISOString()
    .replaceAll(/[-:.Z]/g, '')
    .split('T')
  return `pictures/${date}/${time}.jpg`
}

/** Pictures of 1 to 100 bytes. */
const tenThousand = () =>
  Object.fromEntries(
    Array.from({ length: 10_000 }, (_, second) => [pathAt(second), (second % 100) + 1]),
  )

const root = () =>
  createClient({
    base: device.url,
    headers: { authorization: authorization('root') },
  })

test('ten thousand pictures are read page by page, newest first, or by size', async () => {
  const first = await root().call(getPictures, { limit: 2 })
  expect(first).toMatchObject({ total: 10_000, unreadable: [] })
  expect(first.items.map(({ id }) => id)).toEqual([
    `SD_DISK/${pathAt(9_999)}`,
    `SD_DISK/${pathAt(9_998)}`,
  ])
  const last = await root().call(getPictures, { offset: 9_999, limit: 100 })
  expect(last.items.map(({ id }) => id)).toEqual([`SD_DISK/${pathAt(0)}`])
  expect(last.version).toBe(first.version)
  const oldest = await root().call(getPictures, { sort: 'taken', limit: 1 })
  expect(oldest.items).toEqual(last.items)
  const largest = await root().call(getPictures, { sort: 'size', descending: true, limit: 2 })
  // Those of one size are newest first.
  expect(largest.items.map(({ id, size }) => [id, size])).toEqual([
    [`SD_DISK/${pathAt(9_999)}`, 100],
    [`SD_DISK/${pathAt(9_899)}`, 100],
  ])
  await expect(root().call(getPictures, { sort: 'id' })).rejects.toThrow(
    'Pictures cannot be sorted by this.',
  )
})

test('a picture is returned as a file with a name, and gone once it is deleted', async () => {
  const id = `SD_DISK/${pathAt(41)}`
  const answer = await device.fetch(`${getPicture.path}?id=${encodeURIComponent(id)}`, {
    as: 'root',
  })
  expect(answer.headers.get('content-disposition')).toContain('SD_DISK-pictures-20261123-')
  expect((await answer.arrayBuffer()).byteLength).toBe(42)
  await root().call(removePicture, { id })
  expect((await root().call(getPictures, {})).total).toBe(9_999)
  await expect(root().call(getPicture, { id })).rejects.toMatchObject({ kind: 'absent' })
})
