import type { Disk } from '@lintel/contract/disks'
import { NETWORK_SHARE, SD_CARD } from '@lintel/contract/disks'
import { viewOf } from '../disk-view.ts'
import type { PictureDisks } from './queries.ts'

/** The disks in the order in which the device stores on them. */
const DISKS = [
  [SD_CARD, 'card'],
  [NETWORK_SHARE, 'share'],
] as const

/** The name of a disk in the ids of texts. */
export type DiskName = (typeof DISKS)[number][1]

export const diskNameOf = (diskid: string): DiskName =>
  diskid === NETWORK_SHARE ? 'share' : 'card'

/** A disk whose pictures are not in the list. */
export interface Trouble {
  disk: DiskName
  /** It is not mounted, or its pictures can't be read. */
  kind: 'unmounted' | 'unreadable'
  /** The device's words for that; empty if its own tab has them. */
  reason: string
}

/** The disks whose pictures are not in the list. A disk that isn't there has none. */
export function troublesOf({ disks, unreadable }: PictureDisks): Trouble[] {
  return DISKS.flatMap(([diskid, name]): Trouble[] => {
    const disk = disks.get(diskid)
    const view = disk ? viewOf(disk) : 'none'
    if (view === 'none') return []
    if (view === 'unmounted') return [{ disk: name, kind: 'unmounted', reason: '' }]
    const failed = unreadable.find((one) => one.diskid === diskid)
    if (view === 'mounted' && !failed) return []
    return [{ disk: name, kind: 'unreadable', reason: failed?.reason ?? '' }]
  })
}

/** The mounted disks. */
export function mountedDisks({ disks }: Pick<PictureDisks, 'disks'>): Mounted[] {
  return DISKS.flatMap(([diskid, name]) => {
    const disk = disks.get(diskid)
    return disk && viewOf(disk) === 'mounted' ? [{ name, disk }] : []
  })
}

interface Mounted {
  name: DiskName
  disk: Disk
}

/**
 * Why the list is empty: there is no disk; none can be read, as other texts say; the next picture
 * could not be stored either, because the disk is write protected or full; or nobody has rung.
 */
export type EmptyReason = 'noDisk' | 'notReadable' | 'protected' | 'full' | 'none'

export function emptyReasonOf(found: PictureDisks): EmptyReason {
  const mounted = mountedDisks(found)
  if (mounted.length === 0) return troublesOf(found).length > 0 ? 'notReadable' : 'noDisk'
  // As the device chooses where to store.
  const target = mounted.find(({ disk }) => !disk.locked)?.disk
  if (!target || target.readonly) return 'protected'
  return target.full ? 'full' : 'none'
}
