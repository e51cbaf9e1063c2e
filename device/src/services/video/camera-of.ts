import type { Worker } from 'node:worker_threads'
import { Refusal } from '@lintel/contract/fault'
import type { World } from '@lintel/contract/wire'
import { zoneOffset } from '../../clock/zone.ts'
import { openCamera } from '../../engines/video/camera.ts'
import type { Camera, PictureRequest } from '../../engines/video/camera.ts'
import type { Lens } from '../../engines/video/orders.ts'
import type { Platform } from '../../platform.ts'
import type { Parameters } from '../../state/parameters.ts'
import { zoneOf } from '../time/local.ts'
import { pictureRequestOf } from './picture-request.ts'
import { pictureSettingsOf } from './picture-settings.ts'

type CameraParts = Pick<Platform, 'clock' | 'parameters' | 'log' | 'wire' | 'plugged'>

/** Time limit for one picture, including the worker's start. */
const PICTURE_MS = 10_000

/** Older boards don't report the light. */
type CameraWorld = Pick<World, 'cameraCovered'> & Partial<Pick<World, 'lux'>>

/** The device's camera; as long as it is open it follows the parameters, the light, and what covers it. */
export function cameraOf(
  { clock, parameters, log, wire, plugged }: CameraParts,
  startWorker: () => Worker,
): Camera {
  let lens = lensOf(plugged.world)
  const camera = openCamera({
    clock,
    log,
    startWorker,
    caption: () => ({
      ahead: clock.offset() + zoneOffset(zoneOf(parameters), clock.now()),
      name: overlayText(parameters),
      overlay: {
        date: parameters.get('root.Image.I0.Text.DateEnabled'),
        clock: parameters.get('root.Image.I0.Text.ClockEnabled'),
        bottom: parameters.get('root.Image.I0.Text.Position') === 'bottom',
      },
    }),
    settings: () => pictureSettingsOf(parameters),
    lens: () => lens,
  })
  const stops = [
    parameters.subscribe(['root.Image', 'root.ImageSource'], () => camera.settingsChanged()),
    wire.on('world', ({ world }) => {
      const now = lensOf(world)
      if (now.covered === lens.covered && now.lux === lens.lux) return
      lens = now
      camera.lensChanged()
    }),
  ]
  return {
    ...camera,
    close() {
      for (const stop of stops) stop()
      camera.close()
    },
  }
}

/** What is in front of the lens, in these surroundings. */
export const lensOf = ({ cameraCovered, lux = null }: CameraWorld): Lens => ({
  covered: cameraCovered,
  lux,
})

/** The text of the overlay; empty if it has none. */
function overlayText({ get }: Pick<Parameters, 'get'>): string {
  if (!get('root.Image.I0.Text.TextEnabled')) return ''
  return get('root.Image.I0.Text.String') || get('root.Network.Bonjour.FriendlyName')
}

/**
 * One picture (JPEG).
 * @param limit how long the camera may take, in the host's time
 * @throws Refusal `internal` if the camera delivers none; the signal's reason when aborted
 */
export async function takePicture(
  camera: Pick<Camera, 'watch'>,
  requested: PictureRequest,
  gone: AbortSignal,
  limit = AbortSignal.timeout(PICTURE_MS),
): Promise<Uint8Array> {
  gone.throwIfAborted()
  let leave: (() => void) | undefined
  const over = new AbortController()
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const options = { once: true, signal: over.signal }
      gone.addEventListener('abort', () => reject(gone.reason as Error), options)
      const fail = () => reject(new Refusal('internal', 'The camera did not deliver a picture.'))
      limit.addEventListener('abort', fail, options)
      leave = camera.watch(requested, resolve)
    })
  } finally {
    leave?.()
    over.abort()
  }
}

/** Takes pictures with the settings of the parameters. Each fails as `takePicture` does. */
export const pictureNow =
  (camera: Camera, parameters: Parameters) =>
  (gone: AbortSignal): Promise<Uint8Array> =>
    takePicture(camera, pictureRequestOf({}, parameters), gone)
