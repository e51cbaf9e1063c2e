import * as v from 'valibot'
import { downloadCall, textCall, uploadCall } from '../call.ts'
import { errorLine, okText } from '../text.ts'

const clips = {
  path: '/axis-cgi/mediaclip.cgi',
  source: 'B §7 Clips',
  access: 'operator',
  proof: 'fixture',
} as const
const format = { ...errorLine, ...okText, byStatus: true } as const
const clip = v.string()

export const renameClip = textCall({
  ...clips,
  id: 'mediaclip.update',
  methods: ['GET', 'POST'],
  action: 'update',
  effect: 'write',
  summary: 'Renames a clip.',
  request: v.object({ clip, name: v.string() }),
  format,
})

export const removeClip = textCall({
  ...clips,
  id: 'mediaclip.remove',
  methods: ['GET', 'POST'],
  action: 'remove',
  effect: 'write',
  summary: 'Deletes a clip.',
  request: v.object({ clip }),
  format,
})

export const uploadClip = uploadCall({
  ...clips,
  id: 'mediaclip.upload',
  effect: 'write',
  summary: 'Adds a clip.',
  part: 'File',
  maxBytes: 100 << 20,
  request: v.object({ action: v.literal('upload'), media: v.literal('audio'), name: v.string() }),
  format,
})

export const downloadClip = downloadCall({
  ...clips,
  id: 'mediaclip.download',
  effect: 'read',
  summary: 'Returns the file of a clip.',
  request: v.object({ action: v.literal('download'), clip }),
  contentType: 'audio/basic',
})
