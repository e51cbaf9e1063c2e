import {
  getPicture,
  getPictures,
  PICTURE_SORTS,
  removePicture,
} from '@lintel/contract/calls/pictures'
import type { StoredPicture } from '@lintel/contract/calls/pictures'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { Camera } from '../../engines/video/camera.ts'
import { startVideoWorker } from '../../engines/video/start-worker.ts'
import type { Service } from '../service.ts'
import { cameraOf, takePicture } from '../video/camera-of.ts'
import { pictureRequestOf } from '../video/picture-request.ts'
import { openPictureQueue } from './picture-queue.ts'
import { openPictures, orderBy } from './pictures.ts'

/** Rows of a page without a limit. */
const PAGE = 100

/** Stores a picture on a disk when somebody rings, and serves the stored ones. */
export const pictureService: Service = (device) => {
  const { wire, clock, parameters, log, logToBench } = device
  const pictures = openPictures(device)
  const closed = new AbortController()
  const gone = () => device.leaving() || closed.signal.aborted
  let camera: Camera | undefined
  const keep = openPictureQueue({
    clock,
    take() {
      camera ??= cameraOf(device, startVideoWorker)
      return takePicture(camera, pictureRequestOf({}, parameters), closed.signal)
    },
    store: (jpeg, taken) => pictures.store(jpeg, taken),
  })

  const stopListening = wire.on('pressed', ({ key }) => {
    if (key === 'callButton' && pictures.canStore()) void keepPicture()
  })

  async function keepPicture(): Promise<void> {
    if (gone()) return
    try {
      const id = await keep()
      if (id !== undefined) logToBench('storage.picture', { id })
    } catch (cause) {
      if (gone()) return
      log.error({ err: cause }, 'could not store a picture')
      logToBench('storage.noPicture', { reason: (cause as Error).message })
    }
  }

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
    close() {
      closed.abort()
      stopListening()
      pictures.close()
      camera?.close()
    },
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
