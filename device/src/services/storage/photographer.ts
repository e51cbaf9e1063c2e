import type { DiskId } from '@lintel/contract/disks'
import type { Engine } from '../../engines/engine.ts'
import type { Camera } from '../../engines/video/camera.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Parameters } from '../../state/parameters.ts'
import { takePicture } from '../video/camera-of.ts'
import { pictureRequestOf } from '../video/picture-request.ts'
import { openPictureQueue } from './picture-queue.ts'
import type { Pictures } from './pictures.ts'

/** Takes pictures, and keeps them on a disk. */
export interface Photographer extends Engine {
  /**
   * Takes a picture at once, and stores it.
   * @param disk where to store it; by default on the card, or without one on the network share
   * @returns its id; undefined if there is no disk that can be written to
   * @throws Refusal `busy` while too many wait for a slow disk; DiskFull
   */
  keep(disk?: DiskId): Promise<string | undefined>
  /** Aborted when it closes. */
  readonly closed: AbortSignal
  close(): void
}

export function openPhotographer(parts: {
  clock: Pick<Clock, 'now'>
  parameters: Pick<Parameters, 'get' | 'list' | 'text'>
  camera: Camera
  pictures: Pick<Pictures, 'store'>
}): Photographer {
  const { clock, parameters, camera, pictures } = parts
  const closing = new AbortController()
  const keep = openPictureQueue({
    clock,
    take: () => takePicture(camera, pictureRequestOf({}, parameters), closing.signal),
    store: (jpeg, taken, disk) => pictures.store(jpeg, taken, disk),
  })
  return {
    keep,
    closed: closing.signal,
    close: () => closing.abort(),
  }
}
