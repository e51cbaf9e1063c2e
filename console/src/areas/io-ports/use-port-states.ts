import { useQuery } from '@tanstack/react-query'
import { useUpdates } from '../../app/events/live.ts'
import { useReachable } from '../../app/events/use-reachable.ts'
import { PORTS_POLL } from '../../app/timing.ts'
import { portStatesQuery } from './port-states.ts'
import type { IoPort } from './ports.ts'

/**
 * The states of these ports. While the device can't be reached, they are those that it
 * reported last.
 * @returns the query, a function that says whether a port is active, undefined while that is unknown,
 * and whether that may have changed unseen
 */
export function usePortStates(ports: readonly IoPort[]) {
  const silent = useUpdates() === 'none'
  const query = useQuery({
    ...portStatesQuery(ports),
    // Firmware without events announces no change.
    ...(silent ? { refetchInterval: PORTS_POLL } : {}),
  })
  const { data, error, refetch, isError } = query
  const isReachable = useReachable()
  return {
    query: { data: data ?? (isError && !isReachable ? NONE : undefined), error, refetch },
    stateOf: ({ number }: IoPort): boolean | undefined =>
      isError && isReachable ? undefined : data?.get(number),
    isOld: !isReachable || isError,
  }
}

const NONE: ReadonlyMap<number, boolean> = new Map()
