import type { Worker } from 'node:worker_threads'
import { BOUNDARY, getImage, liveVideo } from '@lintel/contract/calls/video'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { StreamAnswer } from '@lintel/front-door/serve'
import type { PictureRequest } from '../../engines/video/camera.ts'
import { startVideoWorker } from '../../engines/video/start-worker.ts'
import type { Service } from '../service.ts'
import { cameraOf, takePicture } from './camera-of.ts'
import { pictureRequestOf } from './picture-request.ts'

/** Maximum number of viewers at once; more are refused. Own design. */
export const VIEWERS_MAX = 20

/** Pictures and live video. Source: console specification A §2 "Overview". */
export const videoService: Service = videoServiceWith(startVideoWorker)

/** The same with another way to start the worker. */
export function videoServiceWith(startWorker: () => Worker): Service {
  return (device) => {
    const { clock, parameters } = device
    const camera = cameraOf(device, startWorker)
    let viewers = 0

    function checkRoom(): void {
      if (viewers >= VIEWERS_MAX) throw new Refusal('tooMany', 'Too many viewers.')
    }

    function stream(requested: PictureRequest): StreamAnswer['run'] {
      return (write, signal) =>
        new Promise((resolve) => {
          viewers += 1
          device.logToBench('viewer.joined', { count: viewers })
          // A slow client skips the pictures that don't fit its buffer.
          const leave = camera.watch(requested, (jpeg) => void write(partOf(jpeg)))
          const end = () => {
            leave()
            viewers -= 1
            device.logToBench('viewer.left', { count: viewers })
            resolve()
          }
          if (signal.aborted) end()
          else signal.addEventListener('abort', end, { once: true })
        })
    }

    async function onePicture(requested: PictureRequest, gone: AbortSignal): Promise<Uint8Array> {
      viewers += 1
      try {
        return await takePicture(camera, requested, clock, gone)
      } finally {
        viewers -= 1
      }
    }

    return {
      calls: [
        serve(liveVideo, (query) => {
          const requested = pictureRequestOf(query, parameters)
          checkRoom()
          return { contentType: liveVideo.contentType, run: stream(requested) }
        }),
        serve(getImage, (query, { signal }) => {
          const requested = pictureRequestOf(query, parameters)
          checkRoom()
          return onePicture(requested, signal)
        }),
      ],
      close: () => camera.close(),
    }
  }
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
