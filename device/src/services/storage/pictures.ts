import { KEEP_FOREVER, NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import type { DiskId } from '@lintel/contract/disks'
import type { StoredPicture } from '@lintel/contract/calls/pictures'
import { Refusal } from '@lintel/contract/fault'
import type { Files, StoredFile } from '@lintel/disk-image/file-system'
import type { Device } from '../../device.ts'
import { isLocked, settingsOf } from '../../engines/storage/disk.ts'

/** The folder of the pictures; files elsewhere on a disk are never touched. */
const FOLDER = 'pictures'
const DAY = 86_400_000
/** Milliseconds between two looks for files that are too old. */
const CLEAN_UP_EVERY = 3_600_000

/** The pictures on the mounted disks. */
export interface Pictures {
  /** Whether there is a disk to store on: the card, or without one the network share. */
  canStore(): boolean
  /** Newest first. */
  list(): Promise<StoredPicture[]>
  /** @throws Refusal `absent` */
  read(id: string): Promise<Uint8Array>
  /** @throws Refusal `absent`; `invalid` if its disk is write protected */
  remove(id: string): Promise<void>
  /**
   * Stores a picture. A disk that is used more than it may be loses its oldest pictures first, if its
   * policy allows that.
   * @returns its id; undefined if there is no disk that can be written to
   * @throws DiskFull
   */
  store(jpeg: Uint8Array): Promise<string | undefined>
  close(): void
}

type PicturesParts = Pick<Device, 'storage' | 'clock' | 'parameters' | 'log'>

/** Keeps pictures on the disks of a device, each as long as the disk's parameters say. */
export function openPictures({ storage, clock, parameters, log }: PicturesParts): Pictures {
  const get = parameters.get
  const DISKS = [SD_CARD, NETWORK_SHARE] as const
  /** The files of each disk, read again after every change. */
  const known = new Map<DiskId, Promise<StoredFile[]>>()
  const unsubscribe = storage.subscribe(() => known.clear())
  const stop = clock.every(CLEAN_UP_EVERY, () => void cleanUp())

  function filesOf(id: DiskId, files: Files): Promise<StoredFile[]> {
    const listed =
      known.get(id) ??
      files.list(FOLDER).then((all) => all.filter(({ path }) => takenAt(path) !== undefined))
    known.set(id, listed)
    // A disk that was removed meanwhile has none.
    return listed.catch(() => {
      known.delete(id)
      return []
    })
  }

  /** Its path on its disk. */
  function placeOf(id: string): { path: string; files: Files } {
    const disk = DISKS.find((one) => id.startsWith(`${one}/`))
    const path = disk && id.slice(disk.length + 1)
    const files = disk && storage.mounted(disk)
    if (!files || !path || takenAt(path) === undefined) {
      throw new Refusal('absent', 'There is no such picture.')
    }
    return { path, files }
  }

  /** Deletes what is older than its disk keeps. */
  async function cleanUp(): Promise<void> {
    for (const id of DISKS) {
      const files = storage.mounted(id)
      const { cleanupmaxage } = settingsOf(get, id)
      if (!files || cleanupmaxage >= KEEP_FOREVER || isLocked(get, id)) continue
      const oldest = clock.now() - cleanupmaxage * DAY
      const old = (await filesOf(id, files)).filter(({ path }) => (takenAt(path) ?? 0) < oldest)
      for (const { path } of old) {
        await files.remove(path).catch((err: unknown) => log.warn({ err }, 'clean-up of a disk'))
      }
    }
  }

  /** Deletes the oldest pictures until a disk is used no more than it may be. */
  async function makeRoom(id: DiskId, files: Files, bytes: number): Promise<void> {
    const { cleanuplevel, cleanuppolicy } = settingsOf(get, id)
    if (cleanuppolicy !== 'fifo') return
    const oldestFirst = [...(await filesOf(id, files))].toSorted(byTime)
    for (const { path } of oldestFirst) {
      const { total, free } = await files.usage()
      if (free - bytes >= total * (1 - cleanuplevel / 100)) return
      await files.remove(path)
    }
  }

  /** The disk to store on, with its files. */
  function target(): { id: DiskId; files: Files } | undefined {
    for (const id of DISKS) {
      const files = storage.mounted(id)
      if (files && !isLocked(get, id)) return { id, files }
    }
    return undefined
  }

  return {
    canStore: () => target() !== undefined,
    async list() {
      const lists = await Promise.all(
        DISKS.map(async (id) => {
          const files = storage.mounted(id)
          return files ? (await filesOf(id, files)).map((file) => pictureOf(id, file)) : []
        }),
      )
      return lists.flat().toSorted((a, b) => b.taken.localeCompare(a.taken))
    },
    async read(id) {
      const { path, files } = placeOf(id)
      const bytes = await files.read(path)
      if (!bytes) throw new Refusal('absent', 'There is no such picture.')
      return bytes
    },
    async remove(id) {
      const { path, files } = placeOf(id)
      await files.remove(path)
    },
    async store(jpeg) {
      const found = target()
      if (!found) return undefined
      const { id, files } = found
      const path = pathAt(clock.now())
      await makeRoom(id, files, jpeg.length)
      await files.write(path, jpeg, clock.now())
      return `${id}/${path}`
    },
    close() {
      unsubscribe()
      stop()
    },
  }
}

/** `pictures/20261123/140509123.jpg`, in UTC. */
function pathAt(at: number): string {
  const [date = '', time = ''] = new Date(at)
    .toISOString()
    .replaceAll(/[-:.Z]/g, '')
    .split('T')
  return `${FOLDER}/${date}/${time}.jpg`
}

/** When a picture was taken (UTC milliseconds), from its path; undefined for other files. */
function takenAt(path: string): number | undefined {
  const [, y, mo, d, h, mi, s, ms] =
    /^pictures\/(\d{4})(\d\d)(\d\d)\/(\d\d)(\d\d)(\d\d)(\d{3})\.jpg$/.exec(path)?.map(Number) ?? []
  if (y === undefined) return undefined
  return Date.UTC(y, (mo ?? 1) - 1, d, h, mi, s, ms)
}

const byTime = (a: StoredFile, b: StoredFile) => (takenAt(a.path) ?? 0) - (takenAt(b.path) ?? 0)

const pictureOf = (diskid: DiskId, { path, size }: StoredFile): StoredPicture => ({
  id: `${diskid}/${path}`,
  version: String(size),
  diskid,
  taken: new Date(takenAt(path) ?? 0).toISOString(),
  size,
})
