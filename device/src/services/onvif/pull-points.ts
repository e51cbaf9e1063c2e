import { randomBytes } from 'node:crypto'
import type { DeviceEvent } from '@lintel/contract/events'
import type { EventBus } from '../../events/bus.ts'
import type { Clock } from '../../clock/clock.ts'
import { isForClients } from '../../events/onvif-topics.ts'
import type { WantsTopic } from '../../events/onvif-topics.ts'

/** Subscriptions at once, and how many of them one account may have. Own design. */
export const PULL_POINTS_MAX = 32
export const PULL_POINTS_PER_ACCOUNT = 16
/** Events that wait for a client; beyond that the oldest are lost. */
const EVENTS_MAX = 200

export interface WaitingEvent {
  event: DeviceEvent
  operation: 'Initialized' | 'Changed' | undefined
}

/** Collects events for one client until it fetches them. */
export interface PullPoint {
  id: string
  /** Monotonic milliseconds. */
  ends: number
  /** What each request makes it last longer by, in milliseconds. */
  lasts: number
  /** Aborts when it has ended: in time, by its client, or because rights have changed. */
  over: AbortSignal
  /** Takes out up to so many events. */
  take(limit: number): WaitingEvent[]
  /** Collects the present states once more. */
  synchronise(): void
  /** Resolves with the next event, or when the signal aborts. */
  arrival(signal: AbortSignal): Promise<void>
}

/** Whose a subscription is: accounts of the device and of ONVIF may have the same name. */
export interface Subscriber {
  user: string
  groups: readonly string[]
}

/** The subscriptions of all clients. Without any the device's events go nowhere. */
export interface PullPoints {
  /** Undefined if there are too many. */
  open(subscriber: Subscriber, wants: WantsTopic, lasts: number): PullPoint | undefined
  /** The subscription of this account that has not ended. */
  find(id: string, subscriber: Subscriber): PullPoint | undefined
  end(id: string): void
  close(): void
}

interface Own extends PullPoint {
  isOf(subscriber: Subscriber): boolean
  hear(event: DeviceEvent, operation: WaitingEvent['operation']): void
  end(): void
}

export function openPullPoints(
  { events, clock }: { events: EventBus; clock: Pick<Clock, 'monotonic'> },
  /** Whether accounts of these groups may hear of it. */
  mayHear: (groups: readonly string[], event: DeviceEvent) => boolean,
): PullPoints {
  const points = new Map<string, Own>()
  let unsubscribe: (() => void) | undefined

  function tidy(): void {
    for (const point of points.values()) if (point.ends < clock.monotonic()) remove(point)
    if (points.size > 0) return
    unsubscribe?.()
    unsubscribe = undefined
  }

  function remove(point: Own): void {
    points.delete(point.id)
    point.end()
  }

  function deliver(event: DeviceEvent): void {
    tidy()
    if (!isForClients(event)) return
    const operation = events.isState(event) ? 'Changed' : undefined
    for (const point of points.values()) point.hear(event, operation)
  }

  function create({ user, groups }: Subscriber, wants: WantsTopic, lasts: number): Own {
    const ending = new AbortController()
    const waiting: WaitingEvent[] = []
    const arrivals = new Set<() => void>()
    const own: Own = {
      id: randomBytes(16).toString('hex'),
      lasts,
      ends: clock.monotonic() + lasts,
      over: ending.signal,
      end: () => ending.abort(),
      isOf: (other) => other.user === user && other.groups.join() === groups.join(),
      take: (limit) => waiting.splice(0, limit),
      hear(event, operation) {
        if (!wants(event.topic) || !mayHear(groups, event)) return
        waiting.push({ event, operation })
        if (waiting.length > EVENTS_MAX) waiting.shift()
        for (const fn of Array.from(arrivals)) fn()
      },
      synchronise() {
        for (const event of events.current()) {
          if (isForClients(event)) own.hear(event, 'Initialized')
        }
      },
      arrival(signal) {
        if (waiting.length > 0 || signal.aborted) return Promise.resolve()
        return new Promise((resolve) => {
          const over = () => {
            arrivals.delete(over)
            signal.removeEventListener('abort', over)
            resolve()
          }
          arrivals.add(over)
          signal.addEventListener('abort', over, { once: true })
        })
      },
    }
    return own
  }

  return {
    open(subscriber, wants, lasts) {
      tidy()
      const own = Array.from(points.values()).filter((point) => point.isOf(subscriber))
      if (points.size >= PULL_POINTS_MAX || own.length >= PULL_POINTS_PER_ACCOUNT) return undefined
      const point = create(subscriber, wants, lasts)
      points.set(point.id, point)
      unsubscribe ??= events.subscribe(deliver)
      point.synchronise()
      return point
    },
    find(id, subscriber) {
      tidy()
      const point = points.get(id)
      return point?.isOf(subscriber) ? point : undefined
    },
    end(id) {
      const point = points.get(id)
      if (point) remove(point)
      tidy()
    },
    close() {
      for (const point of points.values()) remove(point)
      tidy()
    },
  }
}
