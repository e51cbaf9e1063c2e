import type { DiskId } from '@lintel/contract/disks'
import type { Clock } from '../../../clock/clock.ts'
import type { Pictures } from '../../../services/storage/pictures.ts'
import { takePicture } from '../../../services/video/camera-of.ts'
import { openAviWriter } from '../../video/avi.ts'
import type { Camera, PictureRequest } from '../../video/camera.ts'
import { ActionFailure } from '../types.ts'
import { pause } from './waits.ts'

/** Pictures a second. */
const RECORDING_FPS = 5
/** The largest file in bytes, which is made in memory, and its longest time in milliseconds. */
export const FILE_BYTES = 24 << 20
export const FILE_MS = 600_000
/** At the most so many recordings at once, because of their memory. */
const RECORDINGS_MAX = 2

export interface RecorderParts {
  clock: Pick<Clock, 'now' | 'monotonic' | 'wait'>
  camera: Pick<Camera, 'watch'>
  /** What the camera delivers now. */
  request: () => PictureRequest
  pictures: Pick<Pictures, 'isWritable' | 'storeRecording'>
  /** Aborted when the device closes. */
  closed: AbortSignal
}

/** Records what the camera sees. */
export interface Recorder {
  /**
   * Records to a disk until the signal is aborted, one file after the other.
   * @returns the paths of the files, once they are on the disk
   * @throws ActionFailure; DiskFull and other failures of the disk, with which it stops
   */
  record(disk: DiskId, until: AbortSignal): Promise<string[]>
}

/** A file before it is written. */
interface Film {
  began: number
  avi: Uint8Array
}

export function openRecorder(parts: RecorderParts): Recorder {
  const { clock, camera, pictures, closed } = parts
  let running = 0

  /**
   * Films until the signal is aborted, or until the file is full.
   * @param needsOne waits for the first picture of a slow camera, however short the film is
   */
  async function film(until: AbortSignal, needsOne: boolean): Promise<Film | undefined> {
    const request = { ...parts.request(), fps: RECORDING_FPS }
    const writer = openAviWriter(request)
    const full = new AbortController()
    const began = clock.now()
    const from = clock.monotonic()
    const leave = camera.watch(request, (jpeg) => {
      if (writer.bytes + jpeg.length > FILE_BYTES) full.abort()
      else writer.add(jpeg)
    })
    try {
      await pause(clock, FILE_MS, AbortSignal.any([until, full.signal]))
      // This film gets it as well.
      if (writer.pictures === 0 && needsOne) await takePicture(camera, request, closed)
    } finally {
      leave()
    }
    const lasted = Math.max(clock.monotonic() - from, 1000 / RECORDING_FPS)
    return writer.pictures === 0 ? undefined : { began, avi: writer.finish(lasted) }
  }

  async function store(disk: DiskId, { avi, began }: Film): Promise<string> {
    const path = await pictures.storeRecording(disk, avi, began)
    if (path === undefined) throw notWritable()
    return path
  }

  return {
    async record(disk, until) {
      if (!pictures.isWritable(disk)) throw notWritable()
      if (running >= RECORDINGS_MAX) {
        throw new ActionFailure('notPossible', 'Too many recordings are running.')
      }
      running += 1
      const failed = new AbortController()
      const over = AbortSignal.any([until, failed.signal])
      const paths: string[] = []
      /** One file is written while the next one is filmed; a third one has to wait. */
      let writing: Promise<unknown> = Promise.resolve()
      try {
        let filmed = await film(over, true)
        while (filmed) {
          writing = store(disk, filmed).then((path) => paths.push(path))
          writing.catch(() => failed.abort())
          filmed = over.aborted ? undefined : await film(over, false)
          await writing
        }
        return paths
      } finally {
        running -= 1
      }
    },
  }
}

const notWritable = () =>
  new ActionFailure('notPossible', 'The disk is not mounted, or it is write protected.')
