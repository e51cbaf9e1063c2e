import * as v from 'valibot'
import { downloadCall, restCall, textCall, uploadCall } from '../call.ts'
import { CLIP_KINDS, clipBytesMax } from '../rules/clips.ts'
import { errorLine } from '../text.ts'
import type { TextFormat } from '../text.ts'

/** The audio clips of a device. Source: specification B §7; device-api.md #37. */
const clips = {
  path: '/axis-cgi/mediaclip.cgi',
  access: 'operator',
  source: 'B §7 Clips',
  proof: 'fixture',
} as const

/** `OK` and the number of the clip on a second line. Any other text is a failure (B §7). */
const numbered = (word: string): TextFormat<number | null> => ({
  ...failing,
  encode: (number) => `OK\n${word}=${number ?? ''}`,
  /** Null if the device doesn't say the number. */
  decode(text) {
    const number = new RegExp(`^${word}=(\\d+)`, 'm').exec(text)?.[1]
    return number === undefined ? null : Number(number)
  },
})

const failing = {
  contentType: errorLine.contentType,
  refuse: errorLine.refuse,
  byStatus: true,
  faultIn: (text: string): string | undefined =>
    text.trimStart().startsWith('OK') ? undefined : (errorLine.faultIn(text) ?? unstated(text)),
} as const

/** Other firmware begins with the status: `400 Bad Request`. */
const unstated = (text: string): string => text.replace(/^\d{3} .*\r?\n/, '').trim()

/** Number of the clip: `5` for `root.MediaClip.M5`. */
const clip = v.string()

export const playMediaClip = textCall({
  ...clips,
  id: 'mediaclip.play',
  action: 'play',
  methods: ['GET', 'POST'],
  effect: 'write',
  summary: 'Plays an audio clip and stops any other, as `playclip.cgi`.',
  request: v.object({
    clip: v.optional(clip),
    /** Or its `Location`; with `*` for a part, one of those that match. */
    location: v.optional(v.string()),
    /** Repetitions; -1 for ever. */
    repeat: v.optional(v.string(), '0'),
    /** Percent, 0 to 1000. */
    volume: v.optional(v.string(), '100'),
    audiooutput: v.optional(v.string()),
    audiodeviceid: v.optional(v.string()),
    audiooutputid: v.optional(v.string()),
  }),
  format: numbered('playing'),
})

export const stopMediaClip = textCall({
  ...clips,
  id: 'mediaclip.stop',
  action: 'stop',
  methods: ['GET', 'POST'],
  effect: 'write',
  summary: 'Stops the clip that is playing, if any.',
  request: v.object({}),
  format: { ...failing, encode: () => 'OK\nstopping', decode: () => null },
})

export const renameClip = textCall({
  ...clips,
  id: 'mediaclip.update',
  action: 'update',
  methods: ['GET', 'POST'],
  effect: 'write',
  summary: 'Renames an audio clip.',
  request: v.object({ clip, name: v.string() }),
  format: numbered('updated'),
})

export const removeClip = textCall({
  ...clips,
  id: 'mediaclip.remove',
  action: 'remove',
  methods: ['GET', 'POST'],
  effect: 'write',
  summary: 'Removes an uploaded clip, and stops it if it is playing. Preinstalled clips stay.',
  request: v.object({ clip }),
  format: numbered('removed'),
})

export const uploadClip = uploadCall({
  ...clips,
  id: 'mediaclip.upload',
  action: 'upload',
  effect: 'write',
  summary:
    'Stores a wav, au or mp3 file as an audio clip, if it can be decoded. 413 if it is larger than `root.MediaClip.MaxUploadSize` allows, or if there is no room for another clip.',
  part: 'File',
  maxBytes: clipBytesMax(100),
  request: v.object({
    media: v.optional(v.literal('audio'), 'audio'),
    /** At most 64 characters; without it, the name of the file without its extension. */
    name: v.optional(v.string()),
  }),
  format: numbered('uploaded'),
})

export const downloadClip = downloadCall({
  ...clips,
  id: 'mediaclip.download',
  action: 'download',
  effect: 'read',
  summary: 'Returns the file of an audio clip, as it was uploaded, with its media type.',
  request: v.object({ clip }),
  contentType: 'audio/basic',
})

export const getWaveform = restCall({
  id: 'clips.waveform',
  path: '/lintel/clips/{clip}',
  methods: ['GET'],
  access: 'viewer',
  effect: 'read',
  own: true,
  source: 'own design',
  proof: 'own design',
  summary: 'Describes an audio clip and draws its sound; 404 if there is no such clip.',
  request: v.object({ clip }),
  data: v.object({
    name: v.string(),
    kind: v.picklist(CLIP_KINDS),
    /** Whether it was preinstalled, and can not be removed. */
    factory: v.boolean(),
    /** Size of the file that a download returns. */
    bytes: v.number(),
    seconds: v.number(),
    /** Samples a second. */
    rate: v.number(),
    channels: v.number(),
    /** The loudest sample of each of 200 parts of the same length, in percent of full scale. */
    peaks: v.array(v.number()),
  }),
})
