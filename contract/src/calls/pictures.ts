import * as v from 'valibot'
import { downloadCall, restCall } from '../call.ts'
import { pageOf, pageRequest } from '../collection.ts'

/** The pictures of the camera that the device has stored on its disks. */
const pictures = { access: 'admin', source: 'own design', proof: 'own design', own: true } as const

const picture = v.object({
  /** Its disk and its path there: `SD_DISK/pictures/20261123/140509123.jpg`. */
  id: v.string(),
  version: v.string(),
  diskid: v.string(),
  /** UTC, ISO 8601. */
  taken: v.string(),
  /** Bytes. */
  size: v.number(),
})
export type StoredPicture = v.InferOutput<typeof picture>

const request = v.object({ id: v.pipe(v.string(), v.maxLength(200)) })

export const getPictures = restCall({
  ...pictures,
  id: 'pictures.list',
  path: '/lintel/pictures',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Returns a page of the pictures that the device has stored on its disks when its call button was pressed, newest first.',
  request: v.pick(pageRequest, ['offset', 'limit']),
  data: pageOf(picture),
})

export const getPicture = downloadCall({
  ...pictures,
  id: 'pictures.get',
  path: '/lintel/pictures/file',
  effect: 'read',
  summary: 'Returns a stored picture.',
  request,
  contentType: 'image/jpeg',
})

export const removePicture = restCall({
  ...pictures,
  id: 'pictures.remove',
  path: '/lintel/pictures/file',
  methods: ['DELETE'],
  effect: 'write',
  summary: 'Deletes a stored picture, unless its disk is write protected.',
  request,
  data: v.object({}),
})
