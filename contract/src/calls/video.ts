import * as v from 'valibot'
import { downloadCall, streamCall } from '../call.ts'

/** The boundary between the pictures of the live stream. */
export const BOUNDARY = 'myboundary'

/** Unknown members are ignored, as by the real calls. Values are text, as in a query. */
const picture = {
  /** `WIDTHxHEIGHT`, one of `root.Properties.Image.Resolution`. */
  resolution: v.optional(v.string()),
  camera: v.optional(v.string()),
  /** 0 (finest) to 100. */
  compression: v.optional(v.string()),
  /** Name of a stream profile, which supplies the values that the query omits. */
  streamprofile: v.optional(v.string()),
}
const origin = { source: 'A §2 Overview', proof: 'fixture' } as const

export const getImage = downloadCall({
  ...origin,
  id: 'image',
  path: '/axis-cgi/jpg/image.cgi',
  contentType: 'image/jpeg',
  access: 'viewer',
  effect: 'read',
  summary: 'Returns one picture of the camera.',
  request: v.object(picture),
})

export const liveVideo = streamCall({
  ...origin,
  id: 'video',
  path: '/axis-cgi/mjpg/video.cgi',
  contentType: `multipart/x-mixed-replace; boundary=${BOUNDARY}`,
  access: 'viewer',
  effect: 'read',
  summary: 'Streams pictures of the camera, `fps` a second; with 0 as many as possible.',
  request: v.object({
    ...picture,
    /** Frames per second, 1 to 30; 0: as many as possible. */
    fps: v.optional(v.string()),
  }),
})

export const previewVideo = streamCall({
  id: 'video.preview',
  path: '/lintel/video/preview',
  source: 'own design',
  proof: 'own design',
  own: true,
  contentType: `multipart/x-mixed-replace; boundary=${BOUNDARY}`,
  access: 'admin',
  effect: 'read',
  summary:
    'Streams pictures of the camera with other picture settings than the stored ones, which stay as they are. At most four at once.',
  request: v.object({
    resolution: v.optional(v.string()),
    compression: v.optional(v.string()),
    fps: v.optional(v.string()),
    /** Percent, 0 to 100, as `root.ImageSource.I0.Sensor`. */
    brightness: v.optional(v.string()),
    contrast: v.optional(v.string()),
    colour: v.optional(v.string()),
    /** `0` or `180`. */
    rotation: v.optional(v.string()),
    /** `yes` or `no`. */
    mirror: v.optional(v.string()),
  }),
})
