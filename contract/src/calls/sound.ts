import * as v from 'valibot'
import { jsonCall, streamCall } from '../call.ts'

const origin = {
  source: 'B §7 Audio',
  proof: 'own design',
  access: 'viewer',
  effect: 'read',
} as const

export const audioLevel = streamCall({
  ...origin,
  id: 'audio.level',
  path: '/axis-cgi/audio/level.cgi',
  contentType: 'text/html; charset=utf-8',
  summary:
    "Streams the microphone's level five times a second, each reading a script that calls `window.parent.update` with the peak and the RMS level of each channel in dBFS; silence is -120. 405 while audio is disabled, when the stream also ends.",
  request: v.object({
    format: v.optional(v.picklist(['html']), 'html'),
    /** Number of the source, from 0; there is one. */
    audiochannel: v.optional(v.string(), '0'),
  }),
})

export const listEncoders = jsonCall({
  ...origin,
  id: 'audio.encoders',
  path: '/axis-cgi/audio/streamingcapabilities.cgi',
  method: 'list',
  apiVersion: '1.0',
  answersWith: '1.0',
  codes: 'newer',
  takesForms: true,
  summary:
    'Lists the encoders with their sample rates, and the bit rates of each. Takes the members of its envelope as a form too.',
  request: v.object({}),
  data: v.object({
    encoders: v.record(
      v.string(),
      v.array(
        v.object({
          /** Samples a second. */
          sample_rate: v.number(),
          /** Bits a second. */
          bit_rates: v.array(v.number()),
        }),
      ),
    ),
  }),
})
