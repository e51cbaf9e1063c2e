import { TOPICS } from '@lintel/contract/events'
import type { ChangedArea, DeviceEvent } from '@lintel/contract/events'

/**
 * - `pulse`: it happens at one moment.
 * - `state`: it is so from now on.
 * - `repeated`: a state that is only announced again because the clock has gone back.
 */
export type EventKind = 'pulse' | 'state' | 'repeated'

/** Delivers the device's events to every open event socket. */
export interface EventBus {
  /** Stamps the event with the device's time and publishes it. */
  publish(event: Omit<DeviceEvent, 'at'>, kind?: EventKind): void
  /**
   * Notifies open consoles that data of an area has changed, so that they refetch it. Rows are
   * announced one by one; for more than `ROWS_MAX` of them, one event says that any may have changed.
   * @param ids the rows that changed, as a collection's subscribers get them
   */
  changed(area: ChangedArea, ids?: readonly string[]): void
  /** Whether the latest event of this topic and source describes a state. */
  isState(event: Pick<DeviceEvent, 'topic' | 'source'>): boolean
  /** New subscribers no longer hear of a state whose source is gone. */
  forget(topic: DeviceEvent['topic'], source: DeviceEvent['source']): void
  /** Subscribes to states that are forgotten from now on. */
  onForget(fn: (state: Pick<DeviceEvent, 'topic' | 'source'>) => void): () => void
  /** Subscribes to every event from now on. */
  subscribe(fn: (event: DeviceEvent, kind: EventKind) => void): () => void
  /** The latest event per topic and source that describes a state; sent to new subscribers. */
  current(): DeviceEvent[]
}

/** Consoles refetch once per event, so an import must not send thousands. */
const ROWS_MAX = 20

const keyOf = (topic: string, source: DeviceEvent['source']) => `${topic} ${JSON.stringify(source)}`

/** Creates an event bus; `now` is the device's clock. */
export function createEventBus(now: () => number): EventBus {
  const listeners = new Set<(event: DeviceEvent, kind: EventKind) => void>()
  const states = new Map<string, DeviceEvent>()
  const forgetters = new Set<(state: Pick<DeviceEvent, 'topic' | 'source'>) => void>()

  const publish: EventBus['publish'] = (fields, kind = 'pulse') => {
    const event = { ...fields, at: new Date(now()).toISOString() }
    if (kind !== 'pulse') states.set(keyOf(event.topic, event.source), event)
    for (const listener of Array.from(listeners)) listener(event, kind)
  }

  return {
    publish,
    changed(area, ids) {
      const rows = ids && ids.length <= ROWS_MAX ? ids.map((id) => ({ Id: id })) : [{}]
      for (const row of rows) {
        publish({ topic: TOPICS.changed, source: {}, data: { Area: area, ...row } })
      }
    },
    isState: ({ topic, source }) => states.has(keyOf(topic, source)),
    forget(topic, source) {
      if (!states.delete(keyOf(topic, source))) return
      for (const forgetter of Array.from(forgetters)) forgetter({ topic, source })
    },
    onForget(fn) {
      forgetters.add(fn)
      return () => {
        forgetters.delete(fn)
      }
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    current: () => Array.from(states.values()),
  }
}
