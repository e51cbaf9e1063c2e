import type { Disk as DiskInfo, DiskAction, DiskCapabilities, DiskId } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import type { GetParameter } from '@lintel/contract/parameters/all'
import type { Files, Usage } from '@lintel/disk-image/file-system'
import type { Engine } from '../engine.ts'
import type { JobWork } from './jobs.ts'

/** What somebody wants done with a disk. */
export interface DiskOrder {
  action: DiskAction
  /** For `format`: with what; `cifs` erases a network share. */
  filesystem?: DiskInfo['filesystem'] | undefined
}

/**
 * One disk: the SD card or the network share. It has one job at a time, and the storage engine sees
 * to that; jobs begin with `work`.
 */
export interface Disk extends Engine {
  readonly id: DiskId
  /** Resolves when it is known what the disk is; jobs wait for that. */
  ready?(): Promise<void>
  /** The card that is in its slot; undefined if there is none, or no slot. */
  medium?(): string | undefined
  info(): Promise<DiskInfo>
  /** The space on it in bytes, as last known; undefined while it is not mounted. */
  space?(): Usage | undefined
  capabilities(): DiskCapabilities
  /**
   * The work of a job, which is started at once.
   * @throws Refusal `invalid` when the disk is in no state for it
   */
  work(order: DiskOrder): JobWork
  /** The files while it is mounted. Keep them for one operation only: the disk may be removed. */
  files(): Files | undefined
}

/** The groups of the disks' parameters. */
const DISK_GROUPS = { SD_DISK: 'S0', NetworkShare: 'S1' } as const satisfies Record<DiskId, string>

/** Whether an administrator has write protected a disk. */
export const isLocked = (get: GetParameter, id: DiskId): boolean =>
  get(`root.Storage.${DISK_GROUPS[id]}.Locked`)

/** What the parameters say about a disk. */
export function settingsOf(get: GetParameter, id: DiskId) {
  const group = DISK_GROUPS[id]
  return {
    diskid: id,
    name: get(`root.Storage.${group}.FriendlyName`),
    cleanuplevel: get(`root.Storage.${group}.CleanupLevel`),
    cleanupmaxage: get(`root.Storage.${group}.CleanupMaxAge`),
    cleanuppolicy: get(`root.Storage.${group}.CleanupPolicyActive`),
    locked: get(`root.Storage.${group}.Locked`),
    group,
    requiredfilesystem: get(`root.Storage.${group}.RequiredFileSystem`),
  } satisfies Partial<DiskInfo>
}

/** @throws Refusal `invalid` if the disk is write protected */
export function checkUnlocked(get: GetParameter, id: DiskId): void {
  if (isLocked(get, id)) throw new Refusal('invalid', 'The disk is write protected.')
}

/**
 * The files of a mounted disk, with checks before each operation.
 * @param checks.open throws once the disk is no longer mounted
 * @param checks.writable throws if nothing may be changed
 * @param changed called after files were written or removed, also when that failed
 */
export function guardedFiles(
  files: Files,
  checks: { open: () => void; writable: () => void },
  changed: () => void | Promise<void>,
): Files {
  async function change(work: () => Promise<void>): Promise<void> {
    checks.open()
    checks.writable()
    try {
      await work()
      checks.open()
    } finally {
      await changed()
    }
  }
  return {
    async usage() {
      checks.open()
      return files.usage()
    },
    async list(folder) {
      checks.open()
      return files.list(folder)
    },
    async read(path) {
      checks.open()
      return files.read(path)
    },
    write: (...file) => change(() => files.write(...file)),
    remove: (path) => change(() => files.remove(path)),
  }
}
