import { createHash } from 'node:crypto'
import { getPicture, getPictures, removePicture } from '@lintel/contract/calls/pictures'
import { serve } from '@lintel/front-door/serve'
import type { Camera } from '../../engines/video/camera.ts'
import { startVideoWorker } from '../../engines/video/start-worker.ts'
import type { Service } from '../service.ts'
import { cameraOf, takePicture } from '../video/camera-of.ts'
import { pictureRequestOf } from '../video/picture-request.ts'
import { openPictures } from './pictures.ts'

/** Rows of a page without a limit. */
const PAGE = 100

/** Stores a picture on a disk when somebody rings, and serves the stored ones. */
export const pictureService: Service = (device) => {
  const { wire, clock, parameters, log, logToBench } = device
  const pictures = openPictures(device)
  const closed = new AbortController()
  const gone = () => device.leaving() || closed.signal.aborted
  let camera: Camera | undefined
  /** One after the other: visitors press more than once. */
  let last: Promise<void> = Promise.resolve()

  const stopListening = wire.on('pressed', ({ key }) => {
    if (key !== 'callButton' || !pictures.canStore()) return
    last = last.then(keepPicture)
  })

  async function keepPicture(): Promise<void> {
    if (gone()) return
    try {
      camera ??= cameraOf(device, startVideoWorker)
      const request = pictureRequestOf({}, parameters)
      const id = await pictures.store(await takePicture(camera, request, clock, closed.signal))
      if (id !== undefined) logToBench('storage.picture', { id })
    } catch (cause) {
      if (gone()) return
      log.error({ err: cause }, 'could not store a picture')
      logToBench('storage.noPicture', { reason: (cause as Error).message })
    }
  }

  return {
    calls: [
      serve(getPictures, async ({ offset = 0, limit = PAGE }) => {
        const all = await pictures.list()
        const hash = createHash('sha256')
        for (const { id } of all) hash.update(id)
        const items = all.slice(offset, offset + limit)
        return { items, total: all.length, version: hash.digest('hex').slice(0, 16) }
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
