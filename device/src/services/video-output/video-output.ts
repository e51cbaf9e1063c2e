import type { Worker } from 'node:worker_threads'
import * as calls from '@lintel/contract/calls/video-output'
import { Refusal } from '@lintel/contract/fault'
import { ALL_VIEWS } from '@lintel/contract/video-output'
import type { HdmiOutput } from '@lintel/contract/shown'
import { serve } from '@lintel/front-door/serve'
import type { Camera } from '../../engines/video/camera.ts'
import { DEFAULT_SETTINGS } from '../../engines/video/orders.ts'
import { startVideoWorker } from '../../engines/video/start-worker.ts'
import { openRecord } from '../../state/records.ts'
import type { Service } from '../service.ts'
import { cameraOf } from '../video/camera-of.ts'

/** The versions of the schema that clients may name. */
const VERSIONS = ['1', calls.VIDEO_OUTPUT_VERSION]

/** What can be shown, by the ids of the public interface; only some of them are offered (OPEN-109). */
const SOURCES = { '1': 'camera', '2': 'display', [ALL_VIEWS]: 'all' } as const
type SourceId = keyof typeof SOURCES

const ROTATIONS = [0, 90, 180, 270] as const
type Degrees = (typeof ROTATIONS)[number]

interface Settings {
  source: SourceId
  degrees: Degrees
  mirrored: boolean
}

const FACTORY: Settings = { source: '1', degrees: 0, mirrored: false }

/**
 * The camera's picture on the output. Picture settings don't apply to it; its compression is that of
 * the wire to the bench. Source: public documentation of the video output.
 */
const PICTURE = { width: 640, height: 360, compression: 30, fps: 10, preview: DEFAULT_SETTINGS }

/** All views side by side are wide, so they are not turned by a quarter. */
const fitsAllViews = (degrees: Degrees): boolean => degrees === 0 || degrees === 180

const isPossible = ({ source, degrees }: Settings): boolean =>
  source !== ALL_VIEWS || fitsAllViews(degrees)

/** The HDMI output. Source: console specification B §7 "HDMI". */
export const videoOutputService: Service = videoOutputServiceWith(startVideoWorker)

/** The same with another way to start the worker of the camera. */
export function videoOutputServiceWith(startWorker: () => Worker): Service {
  return (device) => {
    const { wire, events, database, parameters, log } = device
    const stored = openRecord<Settings>(database, 'videoOutput')
    const settings = () => stored.get() ?? FACTORY
    let camera: Camera | undefined
    let watched = false
    let leave: (() => void) | undefined

    const output = (): HdmiOutput => {
      const { source, degrees, mirrored } = settings()
      return { source: SOURCES[source], degrees, mirrored }
    }

    /** The camera runs only while somebody looks at its picture. */
    function attend(): void {
      const wanted = watched && output().source !== 'display'
      if (wanted && !leave) {
        camera ??= cameraOf(device, startWorker)
        leave = camera.watch(PICTURE, (jpeg) => {
          wire.send({ type: 'hdmiPicture', jpeg: Buffer.from(jpeg).toString('base64') })
        })
      } else if (!wanted && leave) {
        leave()
        leave = undefined
      }
    }

    function apply(): void {
      wire.send({ type: 'hdmi', output: output() })
      attend()
    }

    function change(part: Partial<Settings>): null {
      const next = { ...settings(), ...part }
      if (!isPossible(next)) throw refusal('quadRotation')
      try {
        stored.put(next)
      } catch (cause) {
        log.error({ err: cause }, 'the settings of the HDMI output could not be stored')
        throw refusal('processing')
      }
      events.changed('hdmi')
      apply()
      return null
    }

    const nameOf = (id: SourceId): string =>
      id === '1' ? parameters.get('root.Image.I0.Name') : NAMES[id]

    database.onRestored(apply)
    const stopListening = wire.on('watchHdmi', ({ on }) => {
      watched = on
      attend()
    })
    apply()

    return {
      calls: [
        serve(calls.getVideoSources, (request) => {
          checkVersion(request)
          const { source } = settings()
          return SOURCE_IDS.map((Id) => ({ Id, Name: nameOf(Id), Active: Id === source }))
        }),
        serve(calls.setVideoSource, (request) => {
          checkVersion(request)
          const source = SOURCE_IDS.find((id) => id === request.id)
          if (source === undefined) throw refusal('invalid')
          return change({ source })
        }),
        serve(calls.getRotation, (request) => {
          checkVersion(request)
          const now = settings().degrees
          return ROTATIONS.map((degrees) => ({
            Degrees: String(degrees),
            QuadViewSupport: fitsAllViews(degrees),
            Active: degrees === now,
          }))
        }),
        serve(calls.setRotation, (request) => {
          checkVersion(request)
          const degrees = ROTATIONS.find((one) => String(one) === request.rotation)
          if (degrees === undefined) throw refusal('invalid')
          return change({ degrees })
        }),
        serve(calls.getMirroring, (request) => {
          checkVersion(request)
          return settings().mirrored
        }),
        serve(calls.setMirroring, (request) => {
          checkVersion(request)
          const { mirroringenabled: mirrored } = request
          if (mirrored !== 'true' && mirrored !== 'false') throw refusal('invalid')
          return change({ mirrored: mirrored === 'true' })
        }),
      ],
      close() {
        stopListening()
        camera?.close()
      },
    }
  }
}

const SOURCE_IDS = Object.keys(SOURCES) as SourceId[]

/** The names of the others; the camera's is a parameter. */
const NAMES = { '2': 'Display', [ALL_VIEWS]: 'All views' } as const

/** @throws Refusal */
function checkVersion({ schemaversion }: { schemaversion: string }): void {
  if (schemaversion === '') throw refusal('invalid')
  if (!VERSIONS.includes(schemaversion)) throw refusal('version')
}

function refusal(error: keyof typeof calls.VIDEO_OUTPUT_ERRORS): Refusal {
  const [code, description] = calls.VIDEO_OUTPUT_ERRORS[error]
  return new Refusal('invalid', description, [code])
}
