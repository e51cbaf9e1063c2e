import { TOPICS } from '@lintel/contract/events'
import type { ChangedArea, DeviceEvent } from '@lintel/contract/events'

/** Carries what happens in the device to every open event socket. */
export interface EventBus {
  /** Stamps the event with the device's time and tells it. */
  publish(event: Omit<DeviceEvent, 'at'>, kind?: 'pulse' | 'state'): void
  /**
   * Tells open consoles that something of an area has changed, so that they read it again.
   * @param id the row that changed, where it was one of a collection
   */
  changed(area: ChangedArea, id?: string): void
  /** Told every event from now on. */
  subscribe(fn: (event: DeviceEvent) => void): () => void
  /** The last event of every topic and source that describes a state; a new subscriber is sent these. */
  current(): DeviceEvent[]
}

/** An event bus of its own; `now` is the device's clock. */
export function createEventBus(now: () => number): EventBus {
  const listeners = new Set<(event: DeviceEvent) => void>()
  const states = new Map<string, DeviceEvent>()

  const publish: EventBus['publish'] = (given, kind = 'pulse') => {
    const event = { ...given, at: new Date(now()).toISOString() }
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
