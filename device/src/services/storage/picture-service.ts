import {
  getPicture,
  getPictures,
  PICTURE_SORTS,
  removePicture,
} from '@lintel/contract/calls/pictures'
import type { StoredPicture } from '@lintel/contract/calls/pictures'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'
import { orderBy } from './pictures.ts'

/** Rows of a page without a limit. */
const PAGE = 100

/** Stores a picture on a disk when somebody rings, and serves the stored ones. */
export const pictureService: Service = (device) => {
  const { wire, log, logToBench, pictures, photographer } = device
  if (!pictures || !photographer) return { calls: [] }
  const gone = () => device.leaving() || photographer.closed.aborted

  const keepPicture = async (): Promise<void> => {
    if (gone()) return
    try {
      const id = await photographer.keep()
      if (id !== undefined) logToBench('storage.picture', { id })
    } catch (cause) {
      if (gone()) return
      log.error({ err: cause }, 'could not store a picture')
      logToBench('storage.noPicture', { reason: (cause as Error).message })
    }
  }

  const stopListening = wire.on('pressed', ({ key }) => {
    if (key === 'callButton' && pictures.canStore()) void keepPicture()
  })

  return {
    calls: [
      serve(getPictures, async ({ sort, descending, offset = 0, limit = PAGE }) => {
        const { pictures: all, version, unreadable } = await pictures.list()
        const items = inOrder(all, sort, descending).slice(offset, offset + limit)
        return { items, total: all.length, version, unreadable }
      }),
      serve(getPicture, async ({ id }) => ({
        contentType: getPicture.contentType,
        fileName: id.replaceAll('/', '-'),
        bytes: await pictures.read(id),
      })),
      serve(removePicture, async ({ id }) => {
        await pictures.remove(id)
        return {}
      }),
    ],
    close: stopListening,
  }
}

/** The order of the list, newest first, unless there is another one; equal ones keep it. */
function inOrder(
  all: readonly StoredPicture[],
  sort: string | undefined,
  descending = false,
): readonly StoredPicture[] {
  if (sort === undefined) return all
  const member = PICTURE_SORTS.find((one) => one === sort)
  if (!member) throw new Refusal('invalid', 'Pictures cannot be sorted by this.')
  return all.toSorted(orderBy(member, descending))
}
