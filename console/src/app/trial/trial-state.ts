import { getTrial } from '@lintel/contract/calls/trial'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../device.ts'

/** The running trial, or the last one if it was reverted. */
export const trialQuery = queryOptions({
  queryKey: ['trial'],
  queryFn: ({ signal }) => device.call(getTrial, {}, { signal }),
})
