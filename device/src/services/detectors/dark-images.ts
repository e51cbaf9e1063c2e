import type { Worker } from 'node:worker_threads'
import { TOPICS } from '@lintel/contract/events'
import { startVideoWorker } from '../../engines/video/start-worker.ts'
import type { Service } from '../service.ts'
import { cameraOf, lensOf } from '../video/camera-of.ts'

/** How often the picture is looked at although nothing has changed: the light does. */
const LOOK_MS = 3_600_000
/** How long the camera has for a look, on the host's clock: its worker runs on that. */
const LIMIT_MS = 10_000
/** When it is looked again after a look that failed; after each further one, twice as long. */
const RETRY_MS = 60_000

/**
 * Tells of a picture that stays dark, as of a camera that somebody has covered. It looks at the
 * picture when something has changed that could make it dark, so that the camera rests otherwise.
 */
export const darkImageService: Service = darkImageServiceWith(startVideoWorker)

/**
 * The same with another way to start the camera's worker.
 * @param timeout a signal for each look that aborts when the camera has had its time
 */
export function darkImageServiceWith(
  startWorker: () => Worker,
  timeout = () => AbortSignal.timeout(LIMIT_MS),
): Service {
  return (device) => {
    const { clock, parameters, events, wire, plugged, log, logToBench } = device
    const camera = cameraOf(device, startWorker)
    let lens = lensOf(plugged.world)
    /** When the present darkness was first seen, in monotonic milliseconds. */
    let since: number | undefined
    /** Whether it has been told of. */
    let told = false
    /** The look that is going on. */
    let look: AbortController | undefined

    async function isDark(signal: AbortSignal): Promise<boolean> {
      const dark = await camera.darkness(AbortSignal.any([signal, timeout()]))
      return 100 * dark >= parameters.get('root.Tampering.T0.DarkThreshold')
    }

    function forget(): void {
      since = undefined
      told = false
    }

    async function watch(signal: AbortSignal): Promise<void> {
      if (!(await isDark(signal))) {
        forget()
        return
      }
      if (told) return
      since ??= clock.monotonic()
      const until = since + 1000 * parameters.get('root.Tampering.T0.MinDuration')
      await clock.wait(Math.max(until - clock.monotonic(), 0), signal)
      if (!(await isDark(signal))) {
        forget()
        return
      }
      told = true
      events.publish({
        topic: TOPICS.tampering,
        source: { channel: '1' },
        data: { tampering: '1' },
      })
      logToBench('detected.dark')
    }

    /** Watches until there is nothing more to tell, however often the camera fails. */
    async function watchOn(signal: AbortSignal): Promise<void> {
      for (let pause = RETRY_MS; ; pause = Math.min(2 * pause, LOOK_MS)) {
        try {
          await watch(signal)
          return
        } catch (cause) {
          if (signal.aborted) return
          log.error({ err: cause }, 'the picture could not be looked at')
        }
        await clock.wait(pause, signal)
      }
    }

    function start(): void {
      look?.abort()
      look = undefined
      if (!parameters.get('root.Tampering.T0.DarkDetectionEnabled')) {
        forget()
        return
      }
      const begun = new AbortController()
      look = begun
      watchOn(begun.signal)
        // Aborted while it waited to try again.
        .catch(() => undefined)
        .finally(() => {
          if (look === begun) look = undefined
        })
    }

    const stops = [
      parameters.subscribe('root.Tampering', start),
      wire.on('world', ({ world }) => {
        const now = lensOf(world)
        if (now.covered === lens.covered && now.lux === lens.lux) return
        lens = now
        since = undefined
        start()
      }),
      clock.every(LOOK_MS, () => {
        if (!look) start()
      }),
    ]
    if (lens.covered || lens.lux !== null) start()

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
