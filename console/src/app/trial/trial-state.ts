import { getTrial } from '@lintel/contract/calls/trial'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../device.ts'

/** The trial that runs, or the last one when it went back. */
export const trialQuery = queryOptions({
  queryKey: ['trial'],
  queryFn: ({ signal }) => device.call(getTrial, {}, { signal }),
})
