import type { ClipKind } from '@lintel/contract/rules/clips'
import { CLIP_PROBLEMS } from '@lintel/contract/rules/clips'
import { Refusal } from '@lintel/contract/fault'
import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { FACTORY_CLIPS } from '../engines/sound/factory-clips.ts'
import type { FactoryClip } from '../engines/sound/factory-clips.ts'
import { openClipFiles } from './clip-files.ts'
import type { ArrivedFile, ClipDisk, ClipFiles } from './clip-files.ts'
import type { Database } from './database.ts'
import type { Parameters } from './parameters.ts'
import { openRecord } from './records.ts'

/** What is known of an uploaded file. */
export interface ClipFile {
  kind: ClipKind
  bytes: number
  /** Samples a second. */
  rate: number
  channels: number
  seconds: number
  /** The wave form (`engines/clips/peaks.ts`). */
  peaks: number[]
}

interface Base {
  /** 5 for `root.MediaClip.M5`. */
  number: number
  name: string
  location: string
}

/** A clip: preinstalled, or a file that somebody has uploaded. */
export type Clip = Base & ({ factory: FactoryClip } | { file: ClipFile; path: string })

/** The clips of a device; none on products without a loudspeaker. */
export interface Clips extends Pick<ClipFiles, 'receive'> {
  /** In the order of their numbers. */
  all(): Clip[]
  find(number: number): Clip | undefined
  /** Throws `Refusal` if there is no room for another clip. */
  checkRoom(): void
  /**
   * Stores a file that has arrived as a clip, durably, and returns its number.
   * @throws Refusal `tooLarge` without room, `storage`
   */
  add(name: string, arrived: ArrivedFile, file: ClipFile): Promise<number>
  /** Throws `Refusal` if there is no such clip. */
  rename(number: number, name: string): void
  /** Throws `Refusal` if there is no such clip, or if it is preinstalled. */
  remove(number: number): void
  /** Copies the files of all clips into a folder, with a copy of the database. */
  saveFiles(folder: string): void
  /** Takes over the files of such a copy, before the database is restored from it. */
  adoptFiles(folder: string): void
}

/** Where clips are on real devices. */
const LOCATION = '/etc/audioclips/'
const PARENT = 'root.MediaClip'

const fileNameOf = (location: string): string => location.slice(LOCATION.length)

export const noSuchClip = (): Refusal => new Refusal('invalid', 'There is no such clip.')

/**
 * Opens the clips. Each is a member of the parameter group `root.MediaClip`, whose location names
 * its file. The file is durable before the member is stored and is removed after it, so a power cut
 * leaves no clip without its file; files without a clip are removed at the next start.
 */
export function openClips(parts: {
  database: Database
  parameters: Parameters
  dataFolder: string
  diskFull: () => boolean
  disk?: ClipDisk
}): Clips {
  const { database, parameters } = parts
  const files = openClipFiles(parts.dataFolder, parts)
  const record = openRecord<Record<string, ClipFile>>(database, 'clips')
  let known: Record<string, ClipFile> = {}

  /** The members of the parameter group, also those whose file is missing. */
  function members(): Base[] {
    const { values } = parameters.list([PARENT], ['admin'])
    return Array.from(values).flatMap(([parameter, location]) => {
      const digits = /\.M(\d+)\.Location$/.exec(parameter)?.[1]
      if (digits === undefined) return []
      const number = Number(digits)
      const name = values.get(`${PARENT}.M${number}.Name`) ?? ''
      return [{ number, name, location }]
    })
  }

  function clipOf(base: Base): Clip | undefined {
    const factory = FACTORY_CLIPS[base.number]
    if (factory) return { ...base, factory }
    const own = fileNameOf(base.location)
    const file = known[own]
    return file && { ...base, file, path: files.pathOf(own) }
  }

  const all = (): Clip[] => members().flatMap((base) => clipOf(base) ?? [])
  const find = (number: number) => all().find((clip) => clip.number === number)

  /**
   * Reads what is known of the files, and removes files that no clip has, and clips that have no
   * file any more.
   */
  function load(): void {
    const stored = record.get() ?? {}
    known = Object.fromEntries(Object.entries(stored).filter(([name]) => files.has(name)))
    files.sweep(new Set(Object.keys(known)))
    const lost = members().filter((base) => !clipOf(base))
    if (lost.length === 0) return
    try {
      database.tx(() => {
        record.put(known)
        for (const { number } of lost) parameters.removeOwn(`${PARENT}.M${number}`)
      })
    } catch (cause) {
      // With a full disk the next start tries again.
      if (!(cause instanceof Refusal && cause.reason === 'storage')) throw cause
    }
  }

  function found(number: number): Clip {
    const clip = find(number)
    if (!clip) throw noSuchClip()
    return clip
  }

  function checkRoom(): void {
    if (members().length >= parameters.get('root.MediaClip.MaxGroups')) {
      throw new Refusal('tooLarge', CLIP_PROBLEMS.full)
    }
  }

  load()
  database.onRestored(load)

  return {
    all,
    find,
    receive: (bytes, most) => files.receive(bytes, most),
    checkRoom,
    async add(name, arrived, file) {
      const own = await arrived.keep(file.kind)
      const number = await database.share(() => {
        checkRoom()
        record.put({ ...known, [own]: file })
        const added = parameters.addOwn('mediaclip', PARENT, {
          Location: LOCATION + own,
          Name: name,
        })
        known = { ...known, [own]: file }
        return added
      })
      arrived.settle()
      return number
    },
    rename(number, name) {
      found(number)
      const change: ParameterChanges = {}
      change[`${PARENT}.M${number}.Name`] = name
      parameters.set(change)
    },
    remove(number) {
      const clip = found(number)
      if (!('file' in clip)) throw new Refusal('invalid', 'A preinstalled clip stays.')
      const own = fileNameOf(clip.location)
      const { [own]: _removed, ...left } = known
      record.put(left)
      parameters.removeOwn(`${PARENT}.M${number}`)
      known = left
      database.afterCommit(() => {
        // The next start removes what stays, such as a file that Windows has still open.
        files.remove(own).catch(() => undefined)
      })
    },
    saveFiles: (folder) => files.copyTo(folder, Object.keys(known)),
    adoptFiles: (folder) => files.adopt(folder),
  }
}
