import type { Worker } from 'node:worker_threads'
import { BOUNDARY, getImage, liveVideo, previewVideo } from '@lintel/contract/calls/video'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { StreamAnswer } from '@lintel/front-door/serve'
import type { Camera, PictureRequest } from '../../engines/video/camera.ts'
import type { Service } from '../service.ts'
import { cameraOf, takePicture } from './camera-of.ts'
import { pictureRequestOf } from './picture-request.ts'
import { previewSettingsOf } from './picture-settings.ts'

/** Viewers at once, and how many of them one account may have: a quarter. Own design. */
export const VIEWERS_MAX = 80
export const VIEWERS_PER_ACCOUNT = VIEWERS_MAX / 4
/** Previews at once: each has an encoder of its own. Own design. */
export const PREVIEWS_MAX = 4

/** Pictures and live video. Source: console specification A §2 "Overview". */
export const videoService: Service = videoServiceWith()

/** The same with a camera of its own, whose worker tests start in another way. */
export function videoServiceWith(startWorker?: () => Worker): Service {
  return (device) => {
    const { parameters } = device
    const own = startWorker && cameraOf(device, startWorker)
    const camera = cameraIn(own ?? device.camera)
    /** The account of each viewer. */
    const viewers: string[] = []
    let previews = 0

    function checkRoom(user: string): void {
      if (viewers.filter((one) => one === user).length >= VIEWERS_PER_ACCOUNT) {
        throw new Refusal('tooMany', 'Your account has too many viewers.')
      }
      if (viewers.length >= VIEWERS_MAX) throw new Refusal('tooMany', 'Too many viewers.')
    }

    const leaves = (user: string) => void viewers.splice(viewers.indexOf(user), 1)

    function stream(requested: PictureRequest, user: string): StreamAnswer['run'] {
      return (write, signal) =>
        new Promise((resolve) => {
          viewers.push(user)
          device.logToBench('viewer.joined', { count: viewers.length })
          // A slow client skips the pictures that don't fit its buffer.
          const leave = camera.watch(requested, (jpeg) => void write(partOf(jpeg)))
          const end = () => {
            leave()
            leaves(user)
            device.logToBench('viewer.left', { count: viewers.length })
            resolve()
          }
          if (signal.aborted) end()
          else signal.addEventListener('abort', end, { once: true })
        })
    }

    async function onePicture(
      requested: PictureRequest,
      user: string,
      gone: AbortSignal,
    ): Promise<Uint8Array> {
      viewers.push(user)
      try {
        return await takePicture(camera, requested, gone)
      } finally {
        leaves(user)
      }
    }

    return {
      calls: [
        serve(liveVideo, (query, { user = '' }) => {
          const requested = pictureRequestOf(query, parameters)
          checkRoom(user)
          return { contentType: liveVideo.contentType, run: stream(requested, user) }
        }),
        serve(previewVideo, (query, { user = '' }) => {
          const requested = pictureRequestOf(query, parameters)
          const preview = previewSettingsOf(query, parameters)
          checkRoom(user)
          if (previews >= PREVIEWS_MAX) throw new Refusal('tooMany', 'Too many previews.')
          const run = stream({ ...requested, preview }, user)
          return {
            contentType: previewVideo.contentType,
            async run(write, signal) {
              previews += 1
              await run(write, signal).finally(() => (previews -= 1))
            },
          }
        }),
        serve(getImage, (query, { user = '', signal }) => {
          const requested = pictureRequestOf(query, parameters)
          checkRoom(user)
          return onePicture(requested, user, signal)
        }),
      ],
      close: () => own?.close(),
    }
  }
}

function cameraIn(camera: Camera | undefined): Camera {
  if (camera) return camera
  throw new TypeError('this product has no camera')
}

const parts = new WeakMap<Uint8Array, Uint8Array>()

/** A picture as a part of the stream, built once for all viewers. */
function partOf(jpeg: Uint8Array): Uint8Array {
  const known = parts.get(jpeg)
  if (known) return known
  const head = `--${BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`
  const part = Buffer.concat([Buffer.from(head, 'latin1'), jpeg, Buffer.from('\r\n', 'latin1')])
  parts.set(jpeg, part)
  return part
}
