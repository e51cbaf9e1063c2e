import { getScheduledEvents } from '@lintel/contract/calls/schedules'
import type { AnswerOf } from '@lintel/contract/call'
import { hasEnd } from '@lintel/contract/rules/schedule'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callSoap } from './soap.ts'

/** A schedule of the device, in which contacts can be available. */
export interface Schedule {
  /** Its EventID. */
  id: string
  /** The EventID if it has no name. */
  name: string
}

type Answer = AnswerOf<typeof getScheduledEvents>

/** Without recurrences: they are never active, so a contact with one could never be called. */
const schedulesIn = ({ ScheduledEvents }: Answer): Schedule[] =>
  (ScheduledEvents?.ScheduledEvent ?? [])
    .filter(({ Schedule }) => Schedule === undefined || hasEnd(Schedule.ICalendar))
    .map(({ EventID, Name = '' }) => ({ id: EventID, name: Name.trim() || EventID }))

/** Source: specification B §7. It fails if the answer is not valid XML, which is logged. */
const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: async ({ signal }) => schedulesIn(await callSoap(getScheduledEvents, {}, { signal })),
})

/** The device's schedules, for forms that work without them. */
export interface KnownSchedules {
  /** In the device's order; none until they have been read. */
  schedules: readonly Schedule[]
  /** They have been read. */
  known: boolean
  /** They could not be read: the form offers "Always" alone and says why. */
  failed: boolean
}

export function useSchedules(): KnownSchedules {
  const { data, isError } = useQuery(schedulesQuery)
  return {
    schedules: data ?? NONE,
    known: data !== undefined,
    failed: isError && data === undefined,
  }
}

const NONE: readonly Schedule[] = []
