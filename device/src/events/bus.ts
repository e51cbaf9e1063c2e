import { TOPICS } from '@lintel/contract/events'
import type { ChangedArea, DeviceEvent } from '@lintel/contract/events'

/** Delivers the device's events to every open event socket. */
export interface EventBus {
  /** Stamps the event with the device's time and publishes it. */
  publish(event: Omit<DeviceEvent, 'at'>, kind?: 'pulse' | 'state'): void
  /**
   * Notifies open consoles that data of an area has changed, so that they refetch it.
   * @param id the row that changed, if the area is a collection
   */
  changed(area: ChangedArea, id?: string): void
  /** Subscribes to every event from now on. */
  subscribe(fn: (event: DeviceEvent) => void): () => void
  /** The latest event per topic and source that describes a state; sent to new subscribers. */
  current(): DeviceEvent[]
}

/** Creates an event bus; `now` is the device's clock. */
export function createEventBus(now: () => number): EventBus {
  const listeners = new Set<(event: DeviceEvent) => void>()
  const states = new Map<string, DeviceEvent>()

  const publish: EventBus['publish'] = (fields, kind = 'pulse') => {
    const event = { ...fields, at: new Date(now()).toISOString() }
    if (kind === 'state') states.set(`${event.topic} ${JSON.stringify(event.source)}`, event)
    for (const listener of Array.from(listeners)) listener(event)
  }

  return {
    publish,
    changed: (area, id) =>
      publish({
        topic: TOPICS.changed,
        source: {},
        data: { Area: area, ...(id === undefined ? {} : { Id: id }) },
      }),
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    current: () => Array.from(states.values()),
  }
}
