import * as v from 'valibot'
import { restCall } from '../call.ts'

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
