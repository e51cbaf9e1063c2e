import { FPS_MAX } from '@lintel/contract/parameters/camera'
import type { PictureRequest } from '../video/camera.ts'
import type { MediaProfile, MediaProfiles } from '../../state/media-profiles.ts'

/** What a stream of a profile sends. */
export interface ProfileStream {
  picture: PictureRequest
  /** Whether pictures are sent; clients may want the events alone. */
  video: boolean
  /** Seconds after which a silent session ends. */
  timeout: number
  /** Whether events are sent too. */
  events: boolean
}

/** The stream of a profile; undefined without the camera or an encoder. */
export function streamOf(
  { video, encoder, metadata }: MediaProfile,
  profiles: Pick<MediaProfiles, 'encoders'>,
): ProfileStream | undefined {
  const settings = encoder === undefined ? undefined : profiles.encoders().get(encoder)
  if (!video || !settings) return undefined
  const [width = 0, height = 0] = settings.resolution.split('x').map(Number)
  return {
    picture: { width, height, compression: settings.compression, fps: settings.fps || FPS_MAX },
    video: true,
    timeout: settings.timeout,
    events: metadata,
  }
}
