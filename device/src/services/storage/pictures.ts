import { createHash } from 'node:crypto'
import { KEEP_FOREVER, NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import type { DiskId } from '@lintel/contract/disks'
import type { PictureSort, StoredPicture, UnreadableDisk } from '@lintel/contract/calls/pictures'
import { Refusal } from '@lintel/contract/fault'
import type { Files, StoredFile } from '@lintel/disk-image/file-system'
import type { Engine } from '../../engines/engine.ts'
import { isLocked, settingsOf } from '../../engines/storage/disk.ts'
import { ShareFailure } from '../../engines/storage/share-failure.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { Platform } from '../../platform.ts'

/** The folders of pictures and recordings; files elsewhere on a disk are never touched. */
const FOLDER = 'pictures'
const RECORDINGS = 'recordings'
const DAY = 86_400_000
/** Milliseconds between two looks for files that are too old. */
const CLEAN_UP_EVERY = 3_600_000
/** Bytes of the largest file that counts as a picture: they are read into memory. */
const PICTURE_MAX = 16 << 20
/** Bytes that stay free on a disk which others have filled beyond its level. */
const ROOM = 64 << 10

/** What is on the mounted disks. */
interface Listing {
  /** Newest first. */
  pictures: readonly StoredPicture[]
  /** Another one for other pictures. */
  version: string
  /** The mounted disks that could not be listed. */
  unreadable: UnreadableDisk[]
}

/** The pictures on the mounted disks, and the recordings, which share their room. */
export interface Pictures extends Engine {
  /** Whether there is a disk to store on: the card, or without one the network share. */
  canStore(): boolean
  list(): Promise<Listing>
  /** @throws Refusal `absent`; `invalid` if its disk is not mounted; `storage` if it can't be read */
  read(id: string): Promise<Uint8Array>
  /**
   * @throws Refusal `absent`; `invalid` if its disk is not mounted, or write protected; `storage` if it
   * can't be changed
   */
  remove(id: string): Promise<void>
  /**
   * Stores a picture. A disk that is used more than it may be loses its oldest pictures first, if its
   * policy allows that.
   * @param taken when it was taken (UTC milliseconds), now if there is no time
   * @param disk where to store it; by default on the card, or without one on the network share
   * @returns its id; undefined if there is no disk that can be written to
   * @throws DiskFull
   */
  store(jpeg: Uint8Array, taken?: number, disk?: DiskId): Promise<string | undefined>
  /** Whether a disk can be written to. */
  isWritable(disk: DiskId): boolean
  /**
   * Stores a recording under the second in which it began, or the next one that is free. Room is made
   * for it as for pictures.
   * @param began UTC milliseconds
   * @returns its path on the disk; undefined if the disk can't be written to
   * @throws DiskFull
   */
  storeRecording(disk: DiskId, avi: Uint8Array, began: number): Promise<string | undefined>
  close(): void
}

interface PicturesParts extends Pick<Platform, 'clock' | 'parameters' | 'events' | 'log'> {
  storage: Pick<Storage, 'mounted' | 'subscribe'>
  plugged: Pick<Platform['plugged'], 'serial'>
}

/** Keeps pictures on the disks of a device, each as long as the disk's parameters say. */
export function openPictures(parts: PicturesParts): Pictures {
  const { storage, clock, parameters, events, log, plugged } = parts
  const get = parameters.get
  const DISKS = [SD_CARD, NETWORK_SHARE] as const
  /** The files of each disk, read again after every change. */
  const known = new Map<DiskId, Promise<StoredFile[]>>()
  /** The recording that each disk stores, or has stored last. */
  const recording = new Map<DiskId, Promise<unknown>>()
  /** All of them together. */
  let listing: Promise<Listing> | undefined
  const unsubscribe = storage.subscribe(forget)
  let cleaning: 'no' | 'yes' | 'again' = 'no'
  const stop = clock.every(CLEAN_UP_EVERY, () => void keepClean())

  /** On a share, each device has a folder: others keep their pictures as long as they like. */
  function mounted(id: DiskId): Files | undefined {
    const files = storage.mounted(id)
    return files && id === NETWORK_SHARE ? filesWithin(files, plugged.serial) : files
  }

  function forget(): void {
    known.clear()
    listing = undefined
  }

  /** Sees to it that a change of a disk shows, if the disk itself has not announced it. */
  function changed(id: DiskId): void {
    if (!known.has(id)) return
    forget()
    events.changed('storage')
  }

  function filesOf(id: DiskId, files: Files): Promise<StoredFile[]> {
    const listed =
      known.get(id) ??
      files
        .list(FOLDER)
        .then((all) =>
          all.filter(({ path, size }) => takenAt(path) !== undefined && size <= PICTURE_MAX),
        )
    known.set(id, listed)
    return listed.catch((cause: unknown) => {
      if (known.get(id) === listed) known.delete(id)
      throw cause
    })
  }

  /** The pictures and recordings of a disk. */
  async function keptOn(id: DiskId, files: Files): Promise<StoredFile[]> {
    const recordings = await files.list(RECORDINGS)
    return [
      ...(await filesOf(id, files)),
      ...recordings.filter(({ path }) => recordedAt(path) !== undefined),
    ]
  }

  async function readAll(): Promise<Listing> {
    const unreadable: UnreadableDisk[] = []
    async function picturesOn(id: DiskId): Promise<StoredPicture[]> {
      const files = mounted(id)
      if (!files) return []
      try {
        return (await filesOf(id, files)).map((file) => pictureOf(id, file))
      } catch (cause) {
        // A disk that was removed meanwhile has none.
        if (mounted(id)) unreadable.push({ diskid: id, reason: reasonOf(cause) })
        return []
      }
    }
    const pictures = (await Promise.all(DISKS.map(picturesOn)))
      .flat()
      .toSorted(orderBy('taken', true))
    const hash = createHash('sha256')
    for (const { id } of pictures) hash.update(id)
    return { pictures, unreadable, version: hash.digest('hex').slice(0, 16) }
  }

  /** Why a disk failed, in a sentence for people. */
  function reasonOf(cause: unknown): string {
    if (cause instanceof Refusal || cause instanceof ShareFailure) return cause.message
    log.error({ err: cause }, 'a disk of pictures')
    return 'The disk reports an error.'
  }

  /** Work on a picture, whose failures are refusals in words. */
  async function orRefusal<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (cause) {
      if (cause instanceof Refusal) throw cause
      throw new Refusal('storage', reasonOf(cause))
    }
  }

  /** Its path on its disk. */
  function placeOf(id: string): { disk: DiskId; path: string; files: Files } {
    const disk = DISKS.find((one) => id.startsWith(`${one}/`))
    const path = disk ? id.slice(disk.length + 1) : ''
    if (!disk || takenAt(path) === undefined) throw noPicture()
    const files = mounted(disk)
    if (!files) throw new Refusal('invalid', 'The disk is not mounted.')
    return { disk, path, files }
  }

  /** Cleans up, once for all hours that pass meanwhile: each look at a disk takes a program. */
  async function keepClean(): Promise<void> {
    if (cleaning !== 'no') {
      cleaning = 'again'
      return
    }
    try {
      do {
        cleaning = 'yes'
        await cleanUp()
      } while (isWantedAgain())
    } finally {
      cleaning = 'no'
    }
  }
  const isWantedAgain = () => cleaning === 'again'

  /** Deletes what is older than its disk keeps. */
  async function cleanUp(): Promise<void> {
    for (const id of DISKS) {
      const files = mounted(id)
      // A device without a slot has no parameters of a card.
      if (!files) continue
      const { cleanupmaxage } = settingsOf(get, id)
      if (cleanupmaxage >= KEEP_FOREVER || isLocked(get, id)) continue
      const oldest = clock.now() - cleanupmaxage * DAY
      const failed = (err: unknown) => log.warn({ err }, 'clean-up of a disk')
      const all = (await keptOn(id, files).catch(failed)) ?? []
      const old = all.filter((file) => timeOf(file) < oldest)
      for (const { path } of old) {
        if (mounted(id)) await files.remove(path).catch(failed)
      }
      if (old.length > 0) changed(id)
    }
  }

  /**
   * Deletes the oldest pictures and recordings until a disk is used no more than it may be. If others
   * have filled it so far that this would take more than all of them, there only has to be room for the
   * next one.
   */
  async function makeRoom(id: DiskId, files: Files, bytes: number): Promise<void> {
    const { cleanuplevel, cleanuppolicy } = settingsOf(get, id)
    if (cleanuppolicy !== 'fifo') return
    // What can't be listed may still have room.
    const oldestFirst = (await keptOn(id, files).catch(() => [])).toSorted(byTime)
    const stored = oldestFirst.reduce((sum, { size }) => sum + size, 0)
    const { total, free } = await files.usage()
    const level = total * (1 - cleanuplevel / 100)
    const wanted = bytes + (free + stored - bytes >= level ? level : ROOM)
    let left = free
    for (const { path } of oldestFirst) {
      if (left >= wanted) return
      await files.remove(path).catch((err: unknown) => log.warn({ err }, 'clean-up of a disk'))
      left = (await files.usage()).free
    }
  }

  /** The disk to store on, with its files: the first of these that can be written to. */
  function target(ids: readonly DiskId[] = DISKS): { id: DiskId; files: Files } | undefined {
    for (const id of ids) {
      const files = mounted(id)
      if (files && !isLocked(get, id)) return { id, files }
    }
    return undefined
  }

  async function storeRecording(
    disk: DiskId,
    avi: Uint8Array,
    began: number,
  ): Promise<string | undefined> {
    const files = target([disk])?.files
    if (!files) return undefined
    await makeRoom(disk, files, avi.length)
    const path = freePath(await files.list(RECORDINGS), began)
    await files.write(path, avi, began)
    changed(disk)
    return path
  }

  return {
    canStore: () => target() !== undefined,
    async list() {
      const reading = (listing ??= readAll())
      const { unreadable } = await reading
      // The next look may find more.
      if (unreadable.length > 0 && listing === reading) listing = undefined
      return reading
    },
    async read(id) {
      const { disk, path, files } = placeOf(id)
      const listed = await orRefusal(filesOf(disk, files))
      const bytes = listed.some((one) => one.path === path)
        ? await orRefusal(files.read(path))
        : undefined
      if (!bytes) throw noPicture()
      return bytes
    },
    async remove(id) {
      const { disk, path, files } = placeOf(id)
      await orRefusal(files.remove(path))
      changed(disk)
    },
    async store(jpeg, taken = clock.now(), disk) {
      const found = target(disk && [disk])
      if (!found) return undefined
      const { id, files } = found
      const path = pathAt(taken)
      await makeRoom(id, files, jpeg.length)
      await files.write(path, jpeg, taken)
      changed(id)
      return `${id}/${path}`
    },
    isWritable: (disk) => target([disk]) !== undefined,
    storeRecording(disk, avi, began) {
      // One after the other: two of the same second get different paths.
      const stored = (recording.get(disk) ?? Promise.resolve()).then(() =>
        storeRecording(disk, avi, began),
      )
      recording.set(
        disk,
        stored.catch(() => undefined),
      )
      return stored
    },
    close() {
      unsubscribe()
      stop()
    },
  }
}

/** The files of a folder, as if it were a disk. */
const filesWithin = (files: Files, folder: string): Files => ({
  usage: () => files.usage(),
  list: async (inside) =>
    (await files.list(`${folder}/${inside}`)).map((file) => ({
      ...file,
      path: file.path.slice(folder.length + 1),
    })),
  read: (path) => files.read(`${folder}/${path}`),
  write: (path, ...rest) => files.write(`${folder}/${path}`, ...rest),
  remove: (path) => files.remove(`${folder}/${path}`),
})

const noPicture = () => new Refusal('absent', 'There is no such picture.')

/** `pictures/20261123/140509123.jpg`, in UTC. */
function pathAt(at: number): string {
  const [date = '', time = ''] = new Date(at)
    .toISOString()
    .replaceAll(/[-:.Z]/g, '')
    .split('T')
  return `${FOLDER}/${date}/${time}.jpg`
}

/** When a picture was taken (UTC milliseconds), from its path; undefined if it is none of a time. */
function takenAt(path: string): number | undefined {
  const [, y, mo, d, h, mi, s, ms] =
    /^pictures\/(\d{4})(\d\d)(\d\d)\/(\d\d)(\d\d)(\d\d)(\d{3})\.jpg$/.exec(path)?.map(Number) ?? []
  if (y === undefined) return undefined
  const at = Date.UTC(y, (mo ?? 1) - 1, d, h, mi, s, ms)
  return pathAt(at) === path ? at : undefined
}

/** Orders pictures by one of their members. */
export function orderBy(member: PictureSort, descending: boolean) {
  const sign = descending ? -1 : 1
  return ({ [member]: a }: StoredPicture, { [member]: b }: StoredPicture): number =>
    sign * (a < b ? -1 : a > b ? 1 : 0)
}

/** `recordings/20261123/140509.avi`, in UTC. */
function recordingAt(at: number): string {
  const [date = '', time = ''] = new Date(at).toISOString().replaceAll(/[-:]/g, '').split('T')
  return `${RECORDINGS}/${date}/${time.slice(0, 6)}.avi`
}

/** When a recording began (UTC milliseconds), from its path; undefined if it is none of a time. */
function recordedAt(path: string): number | undefined {
  const [, y, mo, d, h, mi, s] =
    /^recordings\/(\d{4})(\d\d)(\d\d)\/(\d\d)(\d\d)(\d\d)\.avi$/.exec(path)?.map(Number) ?? []
  if (y === undefined) return undefined
  const at = Date.UTC(y, (mo ?? 1) - 1, d, h, mi, s)
  return recordingAt(at) === path ? at : undefined
}

/** The path for a recording of this second, or of the next one that no file has. */
function freePath(files: readonly StoredFile[], began: number): string {
  const taken = new Set(files.map(({ path }) => path))
  let at = began
  while (taken.has(recordingAt(at))) at += 1000
  return recordingAt(at)
}

const timeOf = ({ path }: StoredFile): number => takenAt(path) ?? recordedAt(path) ?? 0

const byTime = (a: StoredFile, b: StoredFile) => timeOf(a) - timeOf(b)

const pictureOf = (diskid: DiskId, { path, size }: StoredFile): StoredPicture => ({
  id: `${diskid}/${path}`,
  version: String(size),
  diskid,
  taken: new Date(takenAt(path) ?? 0).toISOString(),
  size,
})
