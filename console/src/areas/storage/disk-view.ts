import { KEEP_FOREVER, RETENTION_DAYS } from '@lintel/contract/disks'
import type { Disk } from '@lintel/contract/disks'

/**
 * How a disk is shown, from its status and file system: `none`: there is no card, or no share;
 * `unmounted`; `mounted`; `illegal`: it has to be formatted; `foreign`: another device has encrypted
 * it; `plain`: it is not encrypted, as this device requires; `failed`: anything else. B §4 "Disk
 * status", OPEN-83, OPEN-116.
 */
export type DiskView = 'none' | 'unmounted' | 'mounted' | 'illegal' | 'foreign' | 'plain' | 'failed'

export function viewOf({ status, filesystem }: Pick<Disk, 'status' | 'filesystem'>): DiskView {
  if (status === 'disconnected') return 'none'
  if (status === 'OK') return 'mounted'
  if (status === 'no passphrase' || status === 'wrong passphrase') return 'foreign'
  if (status === 'not encrypted') return 'plain'
  if (filesystem === 'illegal') return 'illegal'
  return status === 'connected' ? 'unmounted' : 'failed'
}

/** The views in which only formatting helps. */
export const needsFormat = (view: DiskView): view is 'illegal' | 'foreign' | 'plain' =>
  view === 'illegal' || view === 'foreign' || view === 'plain'

/**
 * The part of a disk that is free, from 0 to 1; undefined while its size is not known. File servers
 * that round to blocks may report more free than there is. Rounded down to the tenth of a percent
 * that is shown: a disk that holds something is never 100.0% free.
 */
export const freePart = ({ totalsize, freesize }: Pick<Disk, 'totalsize' | 'freesize'>) =>
  totalsize > 0 ? Math.floor(Math.min(freesize / totalsize, 1) * 1000) / 1000 : undefined

/** The choices, and the stored value if it is none of them (OPEN-91). */
export function retentionOptions(stored: string): number[] {
  const choices: number[] = [...RETENTION_DAYS, KEEP_FOREVER]
  const days = Number(stored)
  return choices.includes(days) ? choices : [...choices, days].toSorted((a, b) => a - b)
}
