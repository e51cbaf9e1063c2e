import { getTrial } from '@lintel/contract/calls/trial'
import { createStore } from '@lintel/ui/store'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../device.ts'

/** The running trial, or the last one if it was reverted. */
export const trialQuery = queryOptions({
  queryKey: ['trial'],
  queryFn: ({ signal }) => device.call(getTrial, {}, { signal }),
})

/**
 * Whether this page was opened with the ticket that confirms a change, and has not reported it yet.
 */
export const confirmed = createStore(false)
