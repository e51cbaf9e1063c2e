import type { DiskId } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import type { Clock } from '../../clock/clock.ts'

/** Pictures that wait for a slow disk at the most. */
const WAITING_MAX = 8

/** Milliseconds within which pictures are given different times. */
const SAME_MOMENT = 1000

interface QueueParts {
  clock: Pick<Clock, 'now'>
  take: () => Promise<Uint8Array>
  /**
   * @param taken when the picture was taken (UTC milliseconds)
   * @param disk the one that was asked for
   */
  store: (jpeg: Uint8Array, taken: number, disk?: DiskId) => Promise<string | undefined>
}

/**
 * Takes pictures at once, however slow the disk is, and stores them one after the other. No two have
 * the same time.
 * @returns takes and stores one, and resolves with its id; undefined if there is no disk for it
 */
export function openPictureQueue({ clock, take, store }: QueueParts) {
  let waiting = 0
  let latest = 0
  let last: Promise<unknown> = Promise.resolve()

  return async (disk?: DiskId): Promise<string | undefined> => {
    if (waiting >= WAITING_MAX) throw new Refusal('busy', 'The disk is too slow.')
    waiting += 1
    const now = clock.now()
    // Further back than that, the clock was set.
    latest = now <= latest && latest - now < SAME_MOMENT ? latest + 1 : now
    const [taken, before] = [latest, last]
    const stored = take().then(async (jpeg) => {
      await before
      return store(jpeg, taken, disk)
    })
    last = stored.catch(() => {})
    try {
      return await stored
    } finally {
      waiting -= 1
    }
  }
}
