import * as v from 'valibot'
import { restCall } from '../call.ts'
import { FPS_MAX } from '../parameters/camera.ts'
import { PROFILE_NAME_MAX } from '../rules/media-profile.ts'

/** The media profiles of ONVIF clients, for the page that edits them. */
const profiles = { access: 'admin', source: 'own design', proof: 'own design', own: true } as const

/** The settings of the video encoder of a profile. */
const encoder = v.object({
  /** `WIDTHxHEIGHT`, one of `root.Properties.Image.Resolution`. */
  resolution: v.string(),
  /** 0 (finest) to 100. */
  compression: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  /** Frames per second; 0: as many as possible. */
  fps: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(FPS_MAX)),
})
export type ProfileEncoder = v.InferOutput<typeof encoder>

const settings = {
  name: v.pipe(v.string(), v.maxLength(PROFILE_NAME_MAX)),
  /** Whether the profile has the picture of the camera. */
  video: v.boolean(),
  /** Whether events are sent in its stream. */
  events: v.boolean(),
  /** Absent: the profile has no video encoder. */
  encoder: v.optional(encoder),
}

const row = v.object({
  /** What clients name it by. */
  token: v.string(),
  version: v.string(),
  ...settings,
  /** Profiles that use the same video encoder, and change with it. */
  sharedWith: v.array(v.string()),
})
export type MediaProfileRow = v.InferOutput<typeof row>

export const listMediaProfiles = restCall({
  ...profiles,
  id: 'mediaProfiles.list',
  path: '/lintel/onvif/profiles',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Lists the media profiles of ONVIF clients with their settings, and how many there can be.',
  request: v.object({}),
  data: v.object({ profiles: v.array(row), max: v.number() }),
})

export const saveMediaProfile = restCall({
  ...profiles,
  id: 'mediaProfiles.save',
  path: '/lintel/onvif/profiles',
  methods: ['POST'],
  effect: 'write',
  summary:
    'Changes the media profile with this token, unless it has another version by now, or adds one without a token.',
  request: v.object({
    token: v.optional(v.string()),
    version: v.optional(v.string()),
    ...settings,
  }),
  data: v.object({ token: v.string() }),
})

export const removeMediaProfile = restCall({
  ...profiles,
  id: 'mediaProfiles.remove',
  path: '/lintel/onvif/profiles',
  methods: ['DELETE'],
  effect: 'write',
  summary: 'Deletes a media profile. Streams of it end.',
  request: v.object({ token: v.string(), version: v.optional(v.string()) }),
  data: v.object({}),
})
