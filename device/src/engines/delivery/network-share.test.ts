import { NETWORK_SHARE } from '@lintel/contract/disks'
import { expect, onTestFinished, test } from 'vitest'
import { fakeShareServer } from '../storage/testing/fake-share-server.ts'
import { makeShareRig } from '../storage/testing/share-rig.ts'
import { openRig, picture, PICTURE, SOON } from './testing/delivery-rig.ts'

/** A device whose network share is bound to its disk, and the server of it. */
async function openShare(mounts = true) {
  const server = fakeShareServer()
  const rig = makeShareRig(server)
  onTestFinished(() => rig.close())
  rig.powerOn()
  const share_id = rig.bind(mounts)
  if (mounts) await rig.until(() => rig.disk.files() !== undefined)
  const mounted = (id: string) => (id === NETWORK_SHARE ? rig.disk.files() : undefined)
  const storage = { shares: rig.disk.shares, mounted }
  return { server, rig, share_id, storage, delivery: openRig('networkshare', { storage }) }
}

test('pictures are put into the folder of the recipient', async () => {
  const { server, share_id, delivery } = await openShare()
  const attachments = [picture('x/1.jpg'), picture('2.jpg')]
  expect(await delivery.send({ share_id, upload_path: '\\a/b/' }, { attachments })).toBe('')
  expect(await delivery.send({ share_id }, { attachments })).toBe('')
  expect(new Map(server.files)).toEqual(
    new Map(['a/b/x/1.jpg', 'a/b/2.jpg', 'x/1.jpg', '2.jpg'].map((path) => [path, PICTURE])),
  )
})

test('the test leaves nothing behind', async () => {
  const { server, share_id, delivery } = await openShare()
  const before = server.operations
  expect(await delivery.test({ share_id, upload_path: 'a' })).toBe('')
  expect(server.operations).toBeGreaterThanOrEqual(before + 2)
  expect([...server.files.keys()]).toEqual([])
})

test('a share that is not mounted, or that is no more', async () => {
  const { server, rig, share_id, delivery } = await openShare(false)
  expect(await delivery.test({ share_id })).toEqual({
    reason: 'notPossible',
    detail: 'The network share is not mounted.',
  })
  rig.disk.shares.unbind(share_id)
  expect(await delivery.test({ share_id })).toMatchObject({ reason: 'notPossible' })
  rig.disk.shares.remove(share_id)
  expect(await delivery.test({ share_id })).toEqual({
    reason: 'notFound',
    detail: 'The device has no such network share any more.',
  })
  expect([...server.files.keys()]).toEqual([])
})

test('a share that is not the one of the disk', async () => {
  const { server, storage, share_id } = await openShare()
  const others = () =>
    storage.shares.list('all').map((share) => ({ ...share, diskid: '' as const }))
  const delivery = openRig('networkshare', { storage: { ...storage, shares: { list: others } } })
  expect(await delivery.test({ share_id })).toMatchObject({
    detail: 'The network share is not mounted.',
  })
  expect([...server.files.keys()]).toEqual([])
})

test('a disk that is write protected', async () => {
  const { rig, share_id, delivery } = await openShare()
  rig.settings['Locked'] = true
  expect(await delivery.test({ share_id })).toEqual({
    reason: 'notPossible',
    detail: 'The disk is write protected.',
  })
})

test.each([
  ['connect', 'unreachable'],
  ['gone', 'unreachable'],
  ['timeout', 'timeout'],
  ['login', 'signIn'],
  ['noShare', 'notFound'],
  ['write', 'refused'],
  ['program', 'notPossible'],
  ['unknown', 'refused'],
] as const)('the trouble %s is %s', async (trouble, reason) => {
  const { server, share_id, delivery } = await openShare()
  server.trouble = trouble
  expect(await delivery.test({ share_id })).toMatchObject({
    reason,
    detail: expect.stringMatching(/\w/),
  })
})

test('a full share', async () => {
  const { server, share_id, delivery } = await openShare()
  server.full = true
  expect(await delivery.test({ share_id })).toMatchObject({ reason: 'noSpace' })
})

test('a server that doesn’t answer is given up', async () => {
  const { server, share_id, storage } = await openShare()
  const release = server.hold()
  const delivery = openRig('networkshare', { storage, limit: SOON })
  expect(await delivery.test({ share_id })).toEqual({ reason: 'timeout', detail: '' })
  release()
})
