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

/** By what pictures can be sorted. */
export const PICTURE_SORTS = ['taken', 'diskid', 'size'] as const
export type PictureSort = (typeof PICTURE_SORTS)[number]

const unreadableDisk = v.object({
  diskid: v.string(),
  /** Why, in a sentence for people. */
  reason: v.string(),
})
export type UnreadableDisk = v.InferOutput<typeof unreadableDisk>

const request = v.object({ id: v.pipe(v.string(), v.maxLength(200)) })

export const getPictures = restCall({
  ...pictures,
  id: 'pictures.list',
  path: '/lintel/pictures',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Returns a page of the pictures that the device has stored on its disks when its call button was pressed: newest first, or sorted by `taken`, `diskid` or `size`. `unreadable` are mounted disks whose pictures can not be listed.',
  request: v.omit(pageRequest, ['filter']),
  data: v.object({
    ...pageOf(picture).entries,
    unreadable: v.array(unreadableDisk),
  }),
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
