import type { Worker } from 'node:worker_threads'
import { TOPICS } from '@lintel/contract/events'
import { startVideoWorker } from '../../engines/video/start-worker.ts'
import type { Service } from '../service.ts'
import { cameraOf } from '../video/camera-of.ts'

/** How often the picture is looked at although nothing has changed: the light does. */
const LOOK_MS = 3_600_000
/** How long the camera has for a look. */
const LIMIT_MS = 10_000

/**
 * Tells of a picture that stays dark, as of a camera that somebody has covered. It looks at the
 * picture when something has changed that could make it dark, so that the camera rests otherwise.
 */
export const darkImageService: Service = darkImageServiceWith(startVideoWorker)

/** The same with another way to start the camera's worker. */
export function darkImageServiceWith(startWorker: () => Worker): Service {
  return (device) => {
    const { clock, parameters, events, wire, plugged, log, logToBench } = device
    const camera = cameraOf(device, startWorker)
    let covered = plugged.world.cameraCovered
    /** Whether the present darkness has been told of. */
    let told = false
    /** The look that is going on. */
    let look: AbortController | undefined

    async function isDark(signal: AbortSignal): Promise<boolean> {
      const limit = new AbortController()
      const both = AbortSignal.any([signal, limit.signal])
      clock.wait(LIMIT_MS, both).then(
        () => limit.abort(new Error('The camera delivers no picture.')),
        () => undefined,
      )
      try {
        const dark = await camera.darkness(both)
        return 100 * dark >= parameters.get('root.Tampering.T0.DarkThreshold')
      } finally {
        limit.abort()
      }
    }

    async function watch(signal: AbortSignal): Promise<void> {
      if (!(await isDark(signal))) {
        told = false
        return
      }
      if (told) return
      await clock.wait(1000 * parameters.get('root.Tampering.T0.MinDuration'), signal)
      if (!(await isDark(signal))) return
      told = true
      events.publish({
        topic: TOPICS.tampering,
        source: { channel: '1' },
        data: { tampering: '1' },
      })
      logToBench('detected.dark')
    }

    function start(): void {
      look?.abort()
      look = undefined
      if (!parameters.get('root.Tampering.T0.DarkDetectionEnabled')) {
        told = false
        return
      }
      const begun = new AbortController()
      look = begun
      watch(begun.signal)
        .catch((cause: unknown) => {
          if (!begun.signal.aborted) log.error({ err: cause }, 'the picture could not be looked at')
        })
        .finally(() => {
          if (look === begun) look = undefined
        })
    }

    const stops = [
      parameters.subscribe('root.Tampering', start),
      wire.on('world', ({ world }) => {
        if (world.cameraCovered === covered) return
        covered = world.cameraCovered
        start()
      }),
      clock.every(LOOK_MS, () => {
        if (!look) start()
      }),
    ]
    if (covered) start()

    return {
      calls: [],
      close() {
        for (const stop of stops) stop()
        look?.abort()
        camera.close()
      },
    }
  }
}
