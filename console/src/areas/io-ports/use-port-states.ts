import { useQuery } from '@tanstack/react-query'
import { useReachable } from '../../app/events/use-reachable.ts'
import { portStatesQuery } from './port-states.ts'
import type { IoPort } from './ports.ts'

/**
 * The states of these ports.
 * @returns the query, and a function that says whether a port is active; undefined while that is unknown
 */
export function usePortStates(ports: readonly IoPort[]) {
  const query = useQuery(portStatesQuery(ports))
  const isKnown = useReachable() && !query.isError
  return {
    query,
    stateOf: ({ number }: IoPort): boolean | undefined =>
      isKnown ? query.data?.get(number) : undefined,
  }
}
