import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productCalled } from '@lintel/contract/products/products'
import { expect, onTestFinished, test } from 'vitest'
import { definitionsOf } from '../products/definitions.ts'
import { DYNAMIC_GROUPS } from '../products/dynamic-groups.ts'
import { CLIP_DISK } from './clip-files.ts'
import type { ClipDisk } from './clip-files.ts'
import { openClips } from './clips.ts'
import type { ClipFile } from './clips.ts'
import { openDatabase } from './database.ts'
import { openParameters } from './parameters.ts'

const FILE: ClipFile = {
  kind: 'wav',
  bytes: 10,
  rate: 8000,
  channels: 1,
  seconds: 1,
  peaks: [50],
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-clips-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The clips in a folder as a device opens them after its start. */
function start(folder: string, disk: ClipDisk = CLIP_DISK, diskFull = () => false) {
  const product = productCalled('C1310-E')
  const database = openDatabase(join(folder, 'state.db'), { diskFull })
  const facts = {
    serial: 'AECC8E012345',
    lease: () => undefined,
    place: () => ({ address: '127.0.0.1', subnetMask: '255.0.0.0', broadcast: '127.255.255.255' }),
    ipv6: () => [],
    rtspPort: () => 554,
    rootPasswordSet: () => false,
    now: () => 0,
  }
  const parameters = openParameters(database, definitionsOf(product), facts, DYNAMIC_GROUPS)
  const clips = openClips({ database, parameters, dataFolder: folder, diskFull, disk })
  const uploaded = () => clips.all().filter((clip) => 'file' in clip)
  return { database, clips, uploaded }
}

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

async function add(clips: ReturnType<typeof start>['clips'], name: string, text = name) {
  const arrived = await clips.receive(bytesOf(text), 1000)
  try {
    return await clips.add(name, arrived, FILE)
  } catch (cause) {
    await arrived.discard()
    throw cause
  }
}

const filesIn = (folder: string): string[] => {
  const clips = join(folder, 'clips')
  return existsSync(clips) ? readdirSync(clips) : []
}

/** A disk whose power is cut before its step of this number, counted from 0. */
function cutAt(step: number): { disk: ClipDisk; done: string[]; isOff: () => boolean } {
  const done: string[] = []
  let off = false
  function cut(): void {
    off ||= done.length === step
    if (off) throw new Error('no power')
  }
  const act = <A extends unknown[], R>(name: string, work: (...input: A) => R) =>
    ((...input: A) => {
      cut()
      done.push(name)
      return work(...input)
    }) as (...input: A) => R
  const later =
    <A extends unknown[], R>(name: string, work: (...input: A) => Promise<R>) =>
    async (...input: A) =>
      act(name, work)(...input)
  return {
    disk: {
      create: later('create', CLIP_DISK.create),
      sync: later('sync', CLIP_DISK.sync),
      rename: later('rename', CLIP_DISK.rename),
      syncFolder: act('syncFolder', CLIP_DISK.syncFolder),
      remove: later('remove', CLIP_DISK.remove),
    },
    done,
    // The database is a further step: once it has begun, nothing else can be done.
    isOff: () => off || done.length === step,
  }
}

test('a file is durable under its name before its clip is stored', async () => {
  const folder = newFolder()
  const { disk, done } = cutAt(Infinity)
  const { clips, database } = start(folder, disk)
  await add(clips, 'Bell')
  expect(done).toEqual(['syncFolder', 'create', 'sync', 'rename', 'syncFolder'])
  clips.remove(3)
  await expect.poll(() => done.at(-1)).toBe('remove')
  await expect.poll(() => filesIn(folder)).toEqual([])
  database.close()
})

test.each([0, 1, 2, 3, 4, 5])(
  'a power cut before step %d of an upload leaves the clips of before, and no file',
  async (step) => {
    const folder = newFolder()
    const first = start(folder)
    await add(first.clips, 'Old')
    first.database.close()
    const before = filesIn(folder)
    // The last step before the fifth is to store the clip in the database.
    const { disk, isOff } = cutAt(step)
    const second = start(folder, disk, () => isOff())
    const cut = step < 5
    const outcome = await add(second.clips, 'New').then(
      () => 'stored',
      () => 'lost',
    )
    expect(outcome).toBe(cut ? 'lost' : 'stored')
    second.database.close()
    const third = start(folder)
    expect(third.uploaded().map(({ name }) => name)).toEqual(cut ? ['Old'] : ['Old', 'New'])
    expect(filesIn(folder).length).toBe(cut ? 1 : 2)
    expect(filesIn(folder)).toEqual(expect.arrayContaining(before))
    third.database.close()
  },
)

test('a power cut after a clip was removed leaves no file', async () => {
  const folder = newFolder()
  const { disk } = cutAt(5)
  const first = start(folder, disk)
  await add(first.clips, 'Bell')
  first.clips.remove(3)
  expect(first.uploaded()).toEqual([])
  first.database.close()
  expect(filesIn(folder).length).toBe(1)
  const second = start(folder)
  expect(filesIn(folder)).toEqual([])
  expect(second.uploaded()).toEqual([])
  second.database.close()
})

test('clips survive a restart, with all that is known of them', async () => {
  const folder = newFolder()
  const first = start(folder)
  await add(first.clips, 'Bell')
  await add(first.clips, 'Gong')
  first.clips.rename(4, 'Ärger')
  first.clips.rename(0, 'Door')
  first.database.close()
  const second = start(folder)
  expect(second.uploaded()).toMatchObject([
    { number: 3, name: 'Bell', file: FILE },
    { number: 4, name: 'Ärger', file: FILE },
  ])
  expect(second.clips.find(0)).toMatchObject({ name: 'Door', factory: {} })
  expect(second.clips.all().length).toBe(5)
  second.database.close()
})

test('a restored copy brings its clips with their files, and takes later ones away', async () => {
  const folder = newFolder()
  const copy = join(newFolder(), 'copy')
  mkdirSync(copy)
  const { clips, database, uploaded } = start(folder)
  await add(clips, 'Bell', 'the bell')
  database.save(join(copy, 'state.db'))
  clips.saveFiles(copy)
  expect(filesIn(copy)).toEqual(filesIn(folder))
  clips.remove(3)
  await expect.poll(() => filesIn(folder)).toEqual([])
  await add(clips, 'Gong')
  // A file that arrives meanwhile is left alone.
  const arrived = await clips.receive(bytesOf('late'), 1000)
  clips.adoptFiles(copy)
  database.restore(join(copy, 'state.db'))
  expect(uploaded().map(({ name }) => name)).toEqual(['Bell'])
  expect(filesIn(folder).length).toBe(2)
  expect(await clips.add('Late', arrived, FILE)).toBe(4)
  expect(filesIn(folder).length).toBe(2)
  const [bell] = uploaded()
  expect(bell && 'path' in bell && existsSync(bell.path)).toBe(true)
  database.close()
})

test('a file larger than allowed is removed at once', async () => {
  const folder = newFolder()
  const { clips, database } = start(folder)
  await expect(clips.receive(bytesOf('x'.repeat(11)), 10)).rejects.toMatchObject({
    reason: 'tooLarge',
  })
  expect(filesIn(folder)).toEqual([])
  const arrived = await clips.receive(bytesOf('x'.repeat(10)), 10)
  expect([existsSync(arrived.path), arrived.bytes]).toEqual([true, 10])
  await arrived.discard()
  expect(filesIn(folder)).toEqual([])
  database.close()
})

test.each(['ENOSPC', 'EDQUOT'])('a disk that is full (%s) is said to be full', async (code) => {
  const folder = newFolder()
  const full = () => Promise.reject(Object.assign(new Error(code), { code }))
  const { clips, database } = start(folder, { ...CLIP_DISK, sync: full })
  await expect(clips.receive(bytesOf('x'), 10)).rejects.toMatchObject({ reason: 'storage' })
  expect(filesIn(folder)).toEqual([])
  database.close()
})

test('a file is closed, whether it arrives or not', async () => {
  const folder = newFolder()
  const opened: FileHandle[] = []
  const disk: ClipDisk = {
    ...CLIP_DISK,
    async create(file) {
      const handle = await CLIP_DISK.create(file)
      opened.push(handle)
      return handle
    },
  }
  const { clips, database } = start(folder, disk)
  await clips.receive(bytesOf('x'), 10)
  await clips.receive(bytesOf('x'), 0).catch(() => undefined)
  expect(opened.map(({ fd }) => fd)).toEqual([-1, -1])
  database.close()
})

test('what is strange in the folder goes with the next start', () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'clips'))
  writeFileSync(join(folder, 'clips', 'abc.part'), 'x')
  writeFileSync(join(folder, 'clips', 'abc.wav'), 'x')
  start(folder).database.close()
  expect(filesIn(folder)).toEqual([])
})
