import { SD_CARD } from '@lintel/contract/disks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeCardIn, fakeCardTools, putFakeCard, SIZE } from './testing/fake-card-tools.ts'
import type { FakeCard, FakeCardTools } from './testing/fake-card-tools.ts'
import { ended, makeStorageRig } from './testing/storage-rig.ts'
import type { StorageRig } from './testing/storage-rig.ts'

let tools: FakeCardTools
let rig: StorageRig

beforeEach(() => {
  tools = fakeCardTools()
  rig = makeStorageRig(tools)
})
afterEach(async () => {
  await rig.remove()
  expect(tools.volumes).toBe(0)
})

/** Turns the power on with this card in the slot. */
async function powerOnWith(card: FakeCard): Promise<void> {
  putFakeCard(rig.imageOf('card'), card)
  await rig.powerOn('card')
}

/** Turns the power on with a card that doesn't mount by itself. */
async function unmounted(card: FakeCard): Promise<void> {
  await rig.powerOn()
  rig.platform.parameters.set({ 'root.Storage.S0.MountOnBoot': false })
  putFakeCard(rig.imageOf('card'), card)
  await rig.insert('card')
}

const EXT4: FakeCard = { fileSystem: 'ext4' }
const bytes = (size: number) => new Uint8Array(size)
const status = async () => (await rig.card()).status

test('without a card the disk is disconnected, and nothing can be done with it (STORAGE-47, STORAGE-06)', async () => {
  await rig.powerOn()
  expect(await rig.card()).toEqual({
    diskid: SD_CARD,
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
    filesystem: 'ext4',
    group: 'S0',
    requiredfilesystem: 'none',
    encryptionenabled: false,
    diskencrypted: false,
  })
  for (const action of ['mount', 'unmount', 'checkdisk', 'repair', 'format'] as const) {
    await expect(rig.run(action)).rejects.toThrow('There is no SD card in the device.')
  }
  expect(rig.storage.mounted(SD_CARD)).toBeUndefined()
})

test.each([
  [{ fileSystem: 'ext4' }, { status: 'OK', filesystem: 'ext4', diskencrypted: false }],
  [{ fileSystem: 'vfat' }, { status: 'OK', filesystem: 'vfat', diskencrypted: false }],
  [{}, { status: 'failed', filesystem: 'illegal', diskencrypted: false }],
  [
    { fileSystem: 'ext4', damage: 'some' },
    { status: 'failed', filesystem: 'ext4', diskencrypted: false },
  ],
  [
    { fileSystem: 'ext4', passphrase: 'theirs' },
    { status: 'no passphrase', filesystem: 'ext4', diskencrypted: true },
  ],
] as const)(
  'a card with %o is reported as %o (STORAGE-48, STORAGE-49, STORAGE-50)',
  async (card, expected) => {
    await powerOnWith(card)
    expect(await rig.card()).toMatchObject(expected)
  },
)

test('a card that is put in is mounted, with the sizes of its file system (STORAGE-13, STORAGE-46)', async () => {
  await rig.powerOn()
  putFakeCard(rig.imageOf('one'), { ...EXT4, files: { a: 5000 } })
  await rig.insert('one')
  expect(await rig.card()).toMatchObject({
    status: 'OK',
    totalsize: SIZE / 1024,
    freesize: Math.floor((SIZE - 5000) / 1024),
  })
  rig.platform.parameters.set({ 'root.Storage.S0.MountOnBoot': false })
  await rig.insert(null)
  expect(await status()).toBe('disconnected')
  await rig.insert('one')
  expect(await rig.card()).toMatchObject({ status: 'connected', totalsize: 0, freesize: 0 })
  expect(await rig.run('mount')).toMatchObject({ result: 'OK', progress: 100, action: 'mount' })
  expect(await status()).toBe('OK')
  expect(rig.benchLog).toEqual([
    ['storage.mounted', { disk: SD_CARD }],
    ['storage.mounted', { disk: SD_CARD }],
  ])
})

test('a card can be unmounted, and mounting or unmounting it twice changes nothing (STORAGE-14)', async () => {
  await powerOnWith(EXT4)
  const before = rig.storage.mounted(SD_CARD)
  expect(await rig.run('unmount')).toMatchObject({ result: 'OK' })
  expect(await rig.run('unmount')).toMatchObject({ result: 'OK' })
  expect([await status(), rig.storage.mounted(SD_CARD)]).toEqual(['connected', undefined])
  await rig.run('mount')
  expect(await rig.run('mount')).toMatchObject({ result: 'OK' })
  expect(rig.benchLog.map(([id]) => id)).toEqual([
    'storage.mounted',
    'storage.unmounted',
    'storage.mounted',
  ])
  // What was kept from before may belong to what the card was then.
  await expect(before?.read('a')).rejects.toThrow('The disk is not mounted.')
})

test('what has to be done with an unmounted card is refused while it is mounted', async () => {
  await powerOnWith(EXT4)
  for (const action of ['checkdisk', 'repair', 'format'] as const) {
    await expect(rig.run(action, 'ext4')).rejects.toThrow('The disk is mounted. Unmount it first.')
  }
})

test('what the last job on a card found is not told of another card (STORAGE-75)', async () => {
  await powerOnWith({ ...EXT4, damage: 'some' })
  const { jobid } = await rig.run('checkdisk')
  const found = { jobid, result: 'ERROR', diskid: SD_CARD }
  await rig.shutDown()
  await rig.powerOn('card')
  expect(rig.storage.lastJobs()).toMatchObject([found])
  expect(rig.storage.lastJobs()[0]).not.toHaveProperty('medium')
  putFakeCard(rig.imageOf('other'), {})
  await rig.insert('other')
  expect(rig.storage.lastJobs()).toEqual([])
  expect(rig.storage.job(SD_CARD, jobid)).toMatchObject(found)
})

test('a check finds damage, and a repair removes it (STORAGE-28, STORAGE-29)', async () => {
  await unmounted(EXT4)
  expect(await rig.run('checkdisk')).toMatchObject({ result: 'OK', action: 'checkdisk' })
  putFakeCard(rig.imageOf('card'), { ...EXT4, damage: 'some' })
  expect(await rig.run('checkdisk')).toMatchObject({
    result: 'ERROR',
    description: 'The file system of the card is damaged. Repair or format the card.',
  })
  expect(await status()).toBe('failed')
  expect(await rig.run('mount')).toMatchObject({ result: 'ERROR' })
  expect(await rig.run('repair')).toMatchObject({ result: 'OK' })
  expect(await status()).toBe('connected')
  expect(await rig.run('mount')).toMatchObject({ result: 'OK' })
})

test('what a power cut leaves on a card is repaired when it is mounted, if that loses nothing', async () => {
  await powerOnWith({ ...EXT4, damage: 'slight' })
  expect(await status()).toBe('OK')
  expect(rig.benchLog.map(([id]) => id)).toEqual(['storage.repaired', 'storage.mounted'])
  await rig.run('unmount')
  for (const switched of ['root.Storage.S0.AutoRepair', 'root.Storage.S0.Locked'] as const) {
    putFakeCard(rig.imageOf('card'), { ...EXT4, damage: 'slight' })
    const forbidden = switched.endsWith('Locked')
    rig.platform.parameters.set({ [switched]: forbidden } as object)
    expect(await rig.run('mount')).toMatchObject({ result: 'ERROR' })
    rig.platform.parameters.set({ [switched]: !forbidden } as object)
    expect(await rig.run('mount')).toMatchObject({ result: 'OK' })
    await rig.run('unmount')
  }
})

test('a repair that does not help says so, and the card stays failed', async () => {
  await unmounted({ ...EXT4, damage: 'hopeless' })
  expect(await rig.run('repair')).toMatchObject({
    result: 'ERROR',
    description: 'The card could not be repaired. Format it.',
  })
  expect(await rig.card()).toMatchObject({ status: 'failed', filesystem: 'ext4' })
  expect(rig.benchLog).toEqual([
    [
      'storage.failed',
      {
        disk: SD_CARD,
        action: 'repair',
        reason: 'The card could not be repaired. Format it.',
      },
    ],
  ])
})

test('only cards with ext4 are checked and repaired (STORAGE-17, STORAGE-18)', async () => {
  await unmounted({ fileSystem: 'vfat' })
  for (const action of ['checkdisk', 'repair'] as const) {
    await expect(rig.run(action)).rejects.toThrow('Only cards with ext4')
  }
})

test('formatting empties a card of any content (STORAGE-19, STORAGE-30, STORAGE-31)', async () => {
  await powerOnWith({})
  await expect(rig.run('mount')).rejects.toThrow('has no file system that the device can use')
  expect(await rig.run('format', 'vfat')).toMatchObject({ result: 'OK', action: 'format' })
  expect(await rig.card()).toMatchObject({ status: 'connected', filesystem: 'vfat' })
  await rig.insert(null)
  expect(await rig.card()).toMatchObject({ status: 'disconnected', filesystem: 'vfat' })
  await rig.insert('card')
  expect(await status()).toBe('OK')
  await rig.run('unmount')
  for (const other of ['cifs', undefined] as const) {
    await expect(rig.run('format', other)).rejects.toThrow('can be formatted with ext4 or vfat')
  }
})

test('a device that requires a file system uses no other', async () => {
  await powerOnWith({ fileSystem: 'vfat' })
  await rig.run('unmount')
  rig.platform.parameters.set({ 'root.Storage.S0.RequiredFileSystem': 'ext4' })
  expect(await rig.card()).toMatchObject({ status: 'failed', requiredfilesystem: 'ext4' })
  const refused = 'SD cards of this device must have ext4.'
  await expect(rig.run('mount')).rejects.toThrow(refused)
  await expect(rig.run('format', 'vfat')).rejects.toThrow(refused)
  await rig.run('format', 'ext4')
  expect(await rig.run('mount')).toMatchObject({ result: 'OK' })
})

test('after a format that fails, the card is reported as what it is', async () => {
  await unmounted(EXT4)
  tools.failures.make = new Error('EIO')
  expect(await rig.run('format', 'ext4')).toMatchObject({
    result: 'ERROR',
    description: 'The job failed for an unknown reason.',
  })
  expect(await rig.card()).toMatchObject({ status: 'connected', filesystem: 'ext4' })
})

test('a write protected card can be read, and nothing else (STORAGE-25, STORAGE-42, STORAGE-51)', async () => {
  await powerOnWith({ ...EXT4, files: { old: 10 } })
  rig.storage.lock(SD_CARD, true)
  expect(rig.platform.parameters.get('root.Storage.S0.Locked')).toBe(true)
  expect(await rig.card()).toMatchObject({ status: 'OK', locked: true })
  const card = rig.storage.mounted(SD_CARD)
  expect(await card?.read('old')).toHaveLength(10)
  await expect(card?.write('new', bytes(1))).rejects.toThrow('The disk is write protected.')
  await expect(card?.remove('old')).rejects.toThrow('The disk is write protected.')
  await rig.run('unmount')
  for (const action of ['repair', 'format'] as const) {
    await expect(rig.run(action, 'ext4')).rejects.toThrow('The disk is write protected.')
  }
  expect(await rig.run('checkdisk')).toMatchObject({ result: 'OK' })
  rig.platform.parameters.set({ 'root.Storage.S0.Locked': false })
  expect(await rig.card()).toMatchObject({ locked: false })
  expect(await rig.run('format', 'ext4')).toMatchObject({ result: 'OK' })
})

test('sizes follow what is written and removed, and a full card says so', async () => {
  await powerOnWith({ ...EXT4, size: 4096 })
  const card = rig.storage.mounted(SD_CARD)
  await card?.write('a', bytes(2048))
  expect(await rig.card()).toMatchObject({ totalsize: 4, freesize: 2, full: false })
  await expect(card?.write('b', bytes(2049))).rejects.toThrow('The disk is full.')
  expect(await rig.card()).toMatchObject({ freesize: 2, full: true })
  await card?.remove('a')
  expect(await rig.card()).toMatchObject({ freesize: 4, full: false })
})

test('a card that is removed ends what uses it (STORAGE-47)', async () => {
  await powerOnWith(EXT4)
  const card = rig.storage.mounted(SD_CARD)
  const { release } = tools.hold('write')
  const writing = card?.write('a', bytes(1))
  const refused = expect(writing).rejects.toThrow('The disk is not mounted.')
  const removed = rig.insert(null)
  expect(rig.storage.mounted(SD_CARD)).toBeUndefined()
  const reading = expect(card?.read('a')).rejects.toThrow('The disk is not mounted.')
  release()
  await Promise.all([refused, removed, reading])
  await expect(card?.read('a')).rejects.toThrow('The disk is not mounted.')
  await rig.insert('card')
  // What was kept of the card before doesn't reach the one that is in now.
  await expect(card?.write('b', bytes(1))).rejects.toThrow('The disk is not mounted.')
  expect(await status()).toBe('OK')
})

test('a card stays mounted while other surroundings change', async () => {
  await powerOnWith(EXT4)
  const card = rig.storage.mounted(SD_CARD)
  await rig.insert('card')
  expect(rig.storage.mounted(SD_CARD)).toBe(card)
})

test('a card that is removed during a job fails the job (STORAGE-27)', async () => {
  await unmounted(EXT4)
  tools.hold('make')
  const { jobid } = await rig.storage.order(SD_CARD, { action: 'format', filesystem: 'ext4' })
  await new Promise(setImmediate)
  await rig.insert(null)
  expect(await ended(rig.storage, SD_CARD, jobid)).toMatchObject({
    result: 'ERROR',
    description: 'The card was removed.',
  })
  expect(await status()).toBe('disconnected')
  await rig.insert('card')
  expect(await rig.card()).toMatchObject({ status: 'failed', filesystem: 'illegal' })
  expect(await rig.run('format', 'ext4')).toMatchObject({ result: 'OK' })
})

test('progress is that of the program, and a second job is refused (STORAGE-10)', async () => {
  await unmounted(EXT4)
  const { progress, release } = tools.hold('check')
  const { jobid } = await rig.storage.order(SD_CARD, { action: 'checkdisk' })
  await expect(rig.run('mount')).rejects.toThrow('Another job is running on the disk.')
  await new Promise(setImmediate)
  progress(70)
  expect(rig.storage.job(SD_CARD, jobid)).toMatchObject({ progress: 70, result: 'OK' })
  release()
  expect(await ended(rig.storage, SD_CARD, jobid)).toMatchObject({ progress: 100, result: 'OK' })
  expect(rig.storage.lastJobs()).toMatchObject([{ jobid, action: 'checkdisk', progress: 100 }])
})

test('after a power cut during a job, the card is reported as what it has become', async () => {
  await unmounted(EXT4)
  tools.hold('make')
  await rig.storage.order(SD_CARD, { action: 'format', filesystem: 'ext4' })
  await new Promise(setImmediate)
  rig.cutPower()
  await rig.powerOn()
  expect(rig.storage.lastJobs()).toMatchObject([
    {
      action: 'format',
      result: 'ERROR',
      progress: 100,
      description: 'The device lost its power before the job had finished.',
    },
  ])
  expect(await rig.card()).toMatchObject({ status: 'failed', filesystem: 'illegal' })
})

test('an orderly shutdown ends a job, and what is being written is finished', async () => {
  await powerOnWith(EXT4)
  const held = tools.hold('write')
  const writing = rig.storage.mounted(SD_CARD)?.write('a', bytes(1))
  const closing = rig.shutDown()
  held.release()
  await Promise.allSettled([writing, closing])
  expect(fakeCardIn(rig.imageOf('card')).files).toEqual({ a: 1 })

  await rig.powerOn()
  await rig.run('unmount')
  tools.hold('check')
  await rig.storage.order(SD_CARD, { action: 'checkdisk' })
  await rig.shutDown()
  await rig.powerOn()
  expect(rig.storage.lastJobs()).toMatchObject([
    { description: 'The device was shut down before the job had finished.' },
  ])
  expect(await status()).toBe('OK')
})

test('consoles learn of every change', async () => {
  await rig.powerOn()
  putFakeCard(rig.imageOf('card'), EXT4)
  let events = 0
  const unsubscribe = rig.platform.events.subscribe(({ data }) => {
    if (data['Area'] === 'storage') events += 1
  })
  const eventsOf = async (work: () => Promise<unknown>) => {
    events = 0
    await work()
    return events
  }
  expect(await eventsOf(() => rig.insert('card'))).toBe(1)
  expect(await eventsOf(() => rig.run('unmount'))).toBe(2)
  expect(await eventsOf(async () => rig.storage.lock(SD_CARD, true))).toBe(1)
  expect(await eventsOf(async () => rig.storage.lock(SD_CARD, false))).toBe(1)
  expect(await eventsOf(() => rig.insert(null))).toBe(1)
  unsubscribe()
})

test('a snapshot brings back the jobs and whether the card mounts by itself', async () => {
  await powerOnWith(EXT4)
  const snapshot = `${rig.imageOf('snapshot')}.db`
  rig.platform.database.save(snapshot)
  await rig.run('unmount')
  rig.platform.database.restore(snapshot)
  await rig.storage.stateRestored()
  expect([await status(), rig.storage.lastJobs()]).toEqual(['OK', []])
})

test('a product without a slot has no disk for cards', async () => {
  const other = makeStorageRig(tools, 'C1410')
  await other.powerOn()
  expect((await other.storage.disks()).map(({ diskid }) => diskid)).toEqual(['NetworkShare'])
  await expect(other.storage.order(SD_CARD, { action: 'mount' })).rejects.toThrow(
    'The device has no such disk.',
  )
  await other.remove()
})
