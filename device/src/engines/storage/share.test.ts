import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHARE_ERRORS } from '@lintel/contract/calls/network-shares'
import { NETWORK_SHARE } from '@lintel/contract/disks'
import { DiskFull } from '@lintel/disk-image/file-system'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FAKE_USAGE, fakeShareServer } from './testing/fake-share-server.ts'
import type { FakeShareServer } from './testing/fake-share-server.ts'
import { makeShareRig, SHARE } from './testing/share-rig.ts'
import type { ShareRig } from './testing/share-rig.ts'

const bytes = new Uint8Array([1, 2, 3])
const MINUTE = 60_000

let server: FakeShareServer
let rig: ShareRig

beforeEach(() => {
  server = fakeShareServer()
  rig = makeShareRig(server)
  rig.powerOn()
})
afterEach(() => rig.close())

/** A device that has mounted its share. */
async function mounted(): Promise<string> {
  const shareId = rig.bind()
  expect(await rig.run('mount')).toMatchObject({ result: 'OK', progress: 100 })
  return shareId
}

test('a share is added, bound, mounted, unmounted, unbound and removed (STORAGE-61, STORAGE-63, STORAGE-65)', async () => {
  const { shares } = rig.disk
  expect(await rig.disk.info()).toEqual({
    diskid: NETWORK_SHARE,
    name: '',
    totalsize: 0,
    freesize: 0,
    cleanuplevel: 90,
    cleanupmaxage: 7,
    cleanuppolicy: 'fifo',
    locked: false,
    full: false,
    readonly: false,
    status: 'disconnected',
    filesystem: 'cifs',
    group: 'S1',
    requiredfilesystem: 'none',
    encryptionenabled: false,
    diskencrypted: false,
  })
  const shareId = shares.add(SHARE)
  expect(await rig.status()).toBe('disconnected')
  shares.bind(shareId, false)
  expect(await rig.status()).toBe('connected')
  expect(rig.disk.files()).toBeUndefined()
  expect(server.operations).toBe(0)
  expect(await rig.run('mount')).toMatchObject({ result: 'OK', progress: 100 })
  expect(await rig.disk.info()).toMatchObject({
    status: 'OK',
    totalsize: FAKE_USAGE.total / 1024,
    freesize: FAKE_USAGE.free / 1024,
  })
  expect(server.logins[0]).toEqual({
    host: 'nas.local',
    share: 'rec',
    user: 'camera',
    password: 'never to be seen',
    mountOptions: '',
  })
  expect(await rig.run('unmount')).toMatchObject({ result: 'OK' })
  expect(await rig.disk.info()).toMatchObject({ status: 'connected', totalsize: 0 })
  shares.unbind(shareId)
  shares.remove(shareId)
  expect([shares.list('all'), await rig.status()]).toEqual([[], 'disconnected'])
  expect(rig.benchLog).toEqual(['storage.mounted', 'storage.unmounted'])
})

test('a mount that fails says why, and the share can be removed (STORAGE-62, STORAGE-66, STORAGE-67)', async () => {
  const shareId = rig.bind()
  server.trouble = 'login'
  expect(await rig.run('mount')).toMatchObject({
    result: 'ERROR',
    description: expect.stringContaining('refuses the user name or password'),
  })
  expect([await rig.status(), rig.disk.files()]).toEqual(['failed', undefined])
  rig.disk.shares.unbind(shareId)
  rig.disk.shares.remove(shareId)
  expect(await rig.status()).toBe('disconnected')
})

test('a new mount and an unmount forget an earlier failure', async () => {
  rig.bind()
  server.trouble = 'connect'
  await rig.run('mount')
  await rig.run('unmount')
  expect(await rig.status()).toBe('connected')
  await rig.run('mount')
  server.trouble = undefined
  await rig.run('mount')
  expect(await rig.status()).toBe('OK')
})

test('the SMB version is that of the mount options (STORAGE-52, DEVICE-33)', async () => {
  rig.settings['ExtraMountOptions'] = 'vers=2.0'
  await mounted()
  expect(server.logins[0]?.mountOptions).toBe('vers=2.0')
})

test('files are written and read while it is mounted', async () => {
  await mounted()
  await rig.disk.files()?.write('a/b', bytes)
  expect(await rig.disk.files()?.list('a')).toMatchObject([{ path: 'a/b', size: 3 }])
  expect(await rig.disk.files()?.read('a/b')).toEqual(bytes)
  await rig.disk.files()?.remove('a/b')
  expect(server.files.size).toBe(0)
  const files = rig.disk.files()
  await rig.run('unmount')
  await expect(files?.read('a/b')).rejects.toThrow('not mounted')
})

test('sizes follow what is written', async () => {
  await mounted()
  server.usage.free = 1 << 20
  await rig.disk.files()?.write('a', bytes)
  await rig.until(async () => (await rig.disk.info()).freesize === 1024)
})

test('a write protected share can be read, but neither changed nor erased (STORAGE-55)', async () => {
  await mounted()
  server.files.set('a', bytes)
  rig.settings['Locked'] = true
  await expect(rig.disk.files()?.write('b', bytes)).rejects.toThrow('write protected')
  await expect(rig.disk.files()?.remove('a')).rejects.toThrow('write protected')
  await expect(rig.run('format', 'cifs')).rejects.toThrow('write protected')
  expect(await rig.disk.files()?.read('a')).toEqual(bytes)
  expect([...server.files.keys()]).toEqual(['a'])
})

test('a share without the right to write is mounted read-only', async () => {
  server.readonly = true
  await mounted()
  expect(await rig.disk.info()).toMatchObject({ status: 'OK', readonly: true })
  server.readonly = false
  await expect(rig.disk.files()?.write('b', bytes)).rejects.toThrow('may not write')
})

test('a full share stays mounted, and is reported as full', async () => {
  await mounted()
  server.full = true
  server.usage.free = 0
  await expect(rig.disk.files()?.write('b', bytes)).rejects.toThrow(DiskFull)
  await rig.until(async () => (await rig.disk.info()).full)
  expect(await rig.status()).toBe('OK')
  await rig.run('unmount')
  await rig.run('mount')
  expect(await rig.disk.info()).toMatchObject({ status: 'OK', full: true })
})

test('a server that goes away is noticed when it is used, and found when it is back', async () => {
  await mounted()
  server.trouble = 'gone'
  await expect(rig.disk.files()?.read('a')).rejects.toThrow('was lost')
  expect([await rig.status(), rig.disk.files()]).toEqual(['failed', undefined])
  await rig.clock.advance(MINUTE)
  expect(await rig.status()).toBe('failed')
  server.trouble = undefined
  await rig.clock.advance(MINUTE)
  await rig.until(() => rig.disk.files() !== undefined)
  expect(await rig.disk.info()).toMatchObject({
    status: 'OK',
    totalsize: FAKE_USAGE.total / 1024,
  })
  expect(rig.benchLog).toEqual(['storage.mounted', 'share.lost', 'share.back'])
})

test('a server that goes away is noticed within a minute while nobody uses it', async () => {
  await mounted()
  const before = server.operations
  server.trouble = 'timeout'
  await rig.clock.advance(MINUTE - 1)
  expect([server.operations, await rig.status()]).toEqual([before, 'OK'])
  await rig.clock.advance(1)
  await rig.until(async () => (await rig.status()) === 'failed')
  expect(server.operations).toBe(before + 1)
})

test('a server that does not answer is not asked again meanwhile, and blocks nothing', async () => {
  await mounted()
  const release = server.hold()
  const before = server.operations
  await rig.clock.advance(5 * MINUTE)
  expect(server.operations).toBe(before + 1)
  expect(await rig.status()).toBe('OK')
  await rig.run('unmount')
  expect(await rig.status()).toBe('connected')
  release()
})

test('after an unmount the server is left alone', async () => {
  await mounted()
  await rig.run('unmount')
  const before = server.operations
  await rig.clock.advance(5 * MINUTE)
  expect(server.operations).toBe(before)
})

test('a mount order for a share that is mounted changes nothing', async () => {
  await mounted()
  const before = server.operations
  expect(await rig.run('mount')).toMatchObject({ result: 'OK' })
  expect([server.operations, await rig.status()]).toEqual([before, 'OK'])
})

test('a mount order for a share whose server has gone tries it at once', async () => {
  await mounted()
  server.trouble = 'gone'
  await expect(rig.disk.files()?.read('a')).rejects.toThrow('was lost')
  server.trouble = undefined
  expect(await rig.run('mount')).toMatchObject({ result: 'OK' })
  expect(await rig.status()).toBe('OK')
})

test('without a network cable the share fails, and is back when the cable is', async () => {
  await mounted()
  const before = server.operations
  rig.disk.worldChanged({ cable: false })
  await rig.until(async () => (await rig.status()) === 'failed')
  expect(server.operations).toBe(before)
  rig.disk.worldChanged({ cable: true })
  await rig.until(async () => (await rig.status()) === 'OK')
})

test('a share that was mounted is mounted again at the next start, as soon as its server answers', async () => {
  await mounted()
  await rig.cutPower()
  server.trouble = 'connect'
  rig.powerOn()
  await rig.until(async () => (await rig.status()) === 'failed')
  server.trouble = undefined
  await rig.clock.advance(MINUTE)
  await rig.until(async () => (await rig.status()) === 'OK')
  await rig.run('unmount')
  await rig.cutPower()
  const before = server.operations
  rig.powerOn()
  expect([await rig.status(), server.operations]).toEqual(['connected', before])
})

test('a share is mounted at once if it is bound so, unless its disk does not mount by itself', async () => {
  rig.bind(true)
  await rig.until(async () => (await rig.status()) === 'OK')
  await rig.cutPower()
  rig.settings['MountOnBoot'] = false
  const before = server.operations
  rig.powerOn()
  expect([await rig.status(), server.operations]).toEqual(['connected', before])
})

test('erasing deletes everything on the share (STORAGE-64)', async () => {
  await mounted()
  server.files.set('a/b', bytes).set('theirs', bytes)
  server.usage.free = server.usage.total
  expect(await rig.run('format', 'cifs')).toMatchObject({ result: 'OK' })
  expect(server.files.size).toBe(0)
  expect((await rig.disk.info()).freesize).toBe(FAKE_USAGE.total / 1024)
  await rig.run('unmount')
  server.files.set('again', bytes)
  expect(await rig.run('format', 'cifs')).toMatchObject({ result: 'OK' })
  expect([server.files.size, await rig.status()]).toEqual([0, 'connected'])
})

test('an erasure that leaves something behind fails, and names it', async () => {
  await mounted()
  for (const name of ['a', 'b', 'c', 'd']) server.files.set(name, bytes)
  server.undeletable = ['a', 'b']
  expect(await rig.run('format', 'cifs')).toMatchObject({
    result: 'ERROR',
    description: 'These could not be deleted: a, b.',
  })
  for (const name of ['a', 'b', 'c', 'd']) server.files.set(name, bytes)
  server.undeletable = ['a', 'b', 'c', 'd']
  expect((await rig.run('format', 'cifs')).description).toBe(
    '4 files and folders could not be deleted, among them a, b, c.',
  )
  server.trouble = 'gone'
  expect((await rig.run('format', 'cifs')).description).toContain('was lost')
})

test('what only cards can do is refused', async () => {
  await expect(rig.run('mount')).rejects.toThrow('There is no network share.')
  await mounted()
  await expect(rig.run('format', 'ext4')).rejects.toThrow('cifs')
  for (const action of ['checkdisk', 'repair'] as const) {
    await expect(rig.run(action)).rejects.toThrow('Only SD cards')
  }
  expect(rig.disk.capabilities()).toEqual({
    diskid: NETWORK_SHARE,
    requiredfssupported: false,
    encryptionsupported: false,
    filesystems: ['cifs'],
  })
})

test('a check of a share says how it ends', async () => {
  const shareId = rig.disk.shares.add(SHARE)
  const release = server.hold()
  const jobId = rig.disk.shares.test(shareId)
  expect(rig.disk.shares.job(jobId)).toEqual({ progress: 0, error: '', code: '' })
  server.trouble = 'noShare'
  release()
  const ended = () => rig.disk.shares.job(jobId).progress === 100
  while (!ended()) await Promise.resolve()
  expect(rig.disk.shares.job(jobId)).toMatchObject({
    code: SHARE_ERRORS.noShare,
    error: expect.stringContaining('no share with this name'),
  })
})

test('checks of a share that never end are limited, and a shutdown ends them', async () => {
  const shareId = rig.disk.shares.add(SHARE)
  server.hold()
  for (let at = 0; at < 4; at += 1) rig.disk.shares.test(shareId)
  expect(() => rig.disk.shares.test(shareId)).toThrow('Too many checks')
  await rig.cutPower()
})

test('the password is stored sealed, and gone after the removal', async () => {
  const shareId = await mounted()
  const { shares } = rig.disk
  expect(JSON.stringify(shares.list('all'))).not.toContain(SHARE.password)
  const stored = () =>
    readdirSync(rig.folder).map((name) => readFileSync(join(rig.folder, name), 'latin1'))
  expect(stored().filter((text) => text.includes(SHARE.password))).toEqual([])
  expect(stored().filter((text) => text.includes(SHARE.host))).not.toEqual([])
  const sealed = /"password":"([^"]+)"/.exec(stored().join(''))?.[1] ?? 'nothing'
  await rig.run('unmount')
  shares.unbind(shareId)
  shares.remove(shareId)
  expect(stored().filter((text) => text.includes(sealed))).toEqual([])
})

test('a restored snapshot has its own share', async () => {
  const snapshot = join(rig.folder, 'snapshot')
  rig.database.save(snapshot)
  await mounted()
  rig.database.restore(snapshot)
  await rig.disk.stateRestored()
  expect([await rig.status(), rig.disk.shares.list('all')]).toEqual(['disconnected', []])
  const shareId = await mounted()
  rig.database.save(`${snapshot}2`)
  await rig.run('unmount')
  rig.disk.shares.unbind(shareId)
  rig.database.restore(`${snapshot}2`)
  await rig.disk.stateRestored()
  await rig.until(async () => (await rig.status()) === 'OK')
})
