import * as v from 'valibot'
import { downloadCall, restCall } from '../call.ts'
import { pageOf, pageRequest } from '../collection.ts'

const own = { source: 'own design', proof: 'own design', own: true } as const

/**
 * The last job of each disk, so that a page that was reloaded, and a second administrator, find the
 * one that runs.
 */
export const getDiskJobs = restCall({
  ...own,
  id: 'storage.jobs',
  path: '/lintel/storage/jobs',
  methods: ['GET'],
  access: 'operator',
  effect: 'read',
  summary: 'Returns the last job of each disk, whether it still runs or has ended.',
  request: v.object({}),
  data: v.object({
    jobs: v.array(
      v.object({
        jobid: v.string(),
        diskid: v.string(),
        action: v.string(),
        result: v.string(),
        progress: v.number(),
        description: v.string(),
      }),
    ),
  }),
})

/** A picture of the camera that the device has stored on a disk. */
const picture = v.object({
  /** Its path on the disk, with the disk's id in front: `SD_DISK/20261123/14-05-09-ring.jpg`. */
  id: v.string(),
  version: v.string(),
  diskid: v.string(),
  /** UTC, ISO 8601. */
  taken: v.string(),
  /** Bytes. */
  size: v.number(),
})
export type StoredPicture = v.InferOutput<typeof picture>

export const getPictures = restCall({
  ...own,
  id: 'storage.pictures',
  path: '/lintel/storage/pictures',
  methods: ['GET'],
  access: 'admin',
  effect: 'read',
  summary: 'Returns a page of the pictures on the mounted disks, newest first.',
  request: pageRequest,
  data: pageOf(picture),
})

export const getPicture = downloadCall({
  ...own,
  id: 'storage.picture',
  path: '/lintel/storage/picture',
  access: 'admin',
  effect: 'read',
  summary: 'Returns a stored picture.',
  request: v.object({ id: v.string() }),
  contentType: 'image/jpeg',
})

export const removePicture = restCall({
  ...own,
  id: 'storage.removePicture',
  path: '/lintel/storage/picture',
  methods: ['DELETE'],
  access: 'admin',
  effect: 'write',
  summary: 'Deletes a stored picture, unless its disk is write protected.',
  request: v.object({ id: v.string() }),
  data: v.object({}),
})
