import { TOPICS } from '@lintel/contract/events'
import type { ChangedArea, DeviceEvent } from '@lintel/contract/events'

/** Delivers the device's events to every open event socket. */
export interface EventBus {
  /** Stamps the event with the device's time and publishes it. */
  publish(event: Omit<DeviceEvent, 'at'>, kind?: 'pulse' | 'state'): void
  /**
   * Notifies open consoles that data of an area has changed, so that they refetch it. Rows are
   * announced one by one; for more than `ROWS_MAX` of them, one event says that any may have changed.
   * @param ids the rows that changed, as a collection's subscribers get them
   */
  changed(area: ChangedArea, ids?: readonly string[]): void
  /** New subscribers no longer hear of a state whose source is gone. */
  forget(topic: DeviceEvent['topic'], source: DeviceEvent['source']): void
  /** Subscribes to every event from now on. */
  subscribe(fn: (event: DeviceEvent) => void): () => void
  /** The latest event per topic and source that describes a state; sent to new subscribers. */
  current(): DeviceEvent[]
}

/** Consoles refetch once per event, so an import must not send thousands. */
const ROWS_MAX = 20

const keyOf = (topic: string, source: DeviceEvent['source']) => `${topic} ${JSON.stringify(source)}`

/** Creates an event bus; `now` is the device's clock. */
export function createEventBus(now: () => number): EventBus {
  const listeners = new Set<(event: DeviceEvent) => void>()
  const states = new Map<string, DeviceEvent>()

  const publish: EventBus['publish'] = (fields, kind = 'pulse') => {
    const event = { ...fields, at: new Date(now()).toISOString() }
    if (kind === 'state') states.set(keyOf(event.topic, event.source), event)
    for (const listener of Array.from(listeners)) listener(event)
  }

  return {
    publish,
    changed(area, ids) {
      const rows = ids && ids.length <= ROWS_MAX ? ids.map((id) => ({ Id: id })) : [{}]
      for (const row of rows) {
        publish({ topic: TOPICS.changed, source: {}, data: { Area: area, ...row } })
      }
    },
    forget: (topic, source) => void states.delete(keyOf(topic, source)),
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    current: () => Array.from(states.values()),
  }
}
