import { getPicture, getPictures, removePicture } from '@lintel/contract/calls/pictures'
import type { StoredPicture, UnreadableDisk } from '@lintel/contract/calls/pictures'
import type { Disk } from '@lintel/contract/disks'
import { isLost, isNotFound } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../../app/device.ts'
import { addressOf } from '../../../app/firmware.ts'
import type { PagedSource } from '../../../app/list/paged-list.ts'
import { queryClient } from '../../../app/query-client.ts'
import { readDisks } from '../disks.ts'

/** The area of the events about disks, and so about what is on them. */
const AREA = 'storage'

export const picturesSource: PagedSource<StoredPicture> = {
  key: [AREA, 'pictures', 'list'],
  read: (request, signal) => device.call(getPictures, request, { signal }),
}

/** The disks that pictures are stored on. */
export interface PictureDisks {
  disks: ReadonlyMap<string, Disk>
  /** Those that are mounted, and whose pictures can't be listed all the same. */
  unreadable: readonly UnreadableDisk[]
}

export const pictureDisksQuery = queryOptions({
  queryKey: [AREA, 'pictures', 'disks'],
  queryFn: async ({ signal }): Promise<PictureDisks> => {
    const [disks, { unreadable }] = await Promise.all([
      readDisks(signal),
      device.call(getPictures, { limit: 0 }, { signal }),
    ])
    return { disks, unreadable }
  },
})

/** One picture (JPEG). It never changes, so no event makes it be read again. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['picture', id],
    queryFn: ({ signal }) => device.call(getPicture, { id }, { signal }),
    staleTime: Infinity,
  })

/** The address under which browsers download a picture; the device names the file. */
export const addressOfPicture = (id: string): string => addressOf(getPicture, { id })

/**
 * Deletes a picture.
 * @throws DeviceFault
 */
export async function deletePicture(id: string): Promise<void> {
  try {
    await device.call(removePicture, { id })
  } catch (fault) {
    // After a lost answer the disk itself knows.
    if (!isLost(fault) || !(await isGone(id))) throw fault
  } finally {
    await queryClient.invalidateQueries({ queryKey: [AREA] })
  }
}

/** Whether there is no such picture; false while the device can't be asked. */
async function isGone(id: string): Promise<boolean> {
  try {
    await device.call(getPicture, { id })
    return false
  } catch (fault) {
    return isNotFound(fault)
  }
}
