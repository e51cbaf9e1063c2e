import { getCallStatuses, terminateCall } from '@lintel/contract/calls/sip-calls'
import type { CallStatusRecord } from '@lintel/contract/calls/sip-calls'
import { getCallLog } from '@lintel/contract/calls/call-log'
import { isNotFound } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'

/** The calls that are ringing or answered. */
export const ongoingQuery = queryOptions({
  queryKey: ['calls', 'ongoing'],
  queryFn: async ({ signal }): Promise<readonly CallStatusRecord[]> => {
    const { CallStatus } = await device.call(getCallStatuses, {}, { signal })
    return CallStatus.filter(({ CallState }) => CallState === 'Calling' || CallState === 'Active')
  },
})

/** Rows of the overview's tile. */
export const SHOWN = 4

/** The latest calls in the log, with those that are going on. */
export const latestCallsQuery = queryOptions({
  queryKey: ['calls', 'latest'],
  queryFn: async ({ signal }) => {
    const page = { sort: 'started', descending: true, limit: SHOWN + 2 } as const
    return (await device.call(getCallLog, page, { signal })).items
  },
})

/**
 * Ends a call, unless it is over already.
 * @throws DeviceFault
 */
export async function hangUp(CallId: string): Promise<void> {
  try {
    await device.call(terminateCall, { CallId })
  } catch (fault) {
    if (!isNotFound(fault)) throw fault
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['calls'] })
  }
}
