import { RULE_TOPICS } from '@lintel/contract/events'
import type { Plugged, World } from '@lintel/contract/wire'
import type { EventBus } from '../../events/bus.ts'
import type { Engine } from '../engine.ts'

/** The last engine. */
export interface StatusEvents extends Engine {
  start(): void
  worldChanged(world: Pick<World, 'cable'>): void
}

/** The device's only network interface. */
const INTERFACE = 'eth0'

/**
 * Announces whether the device has started, and whether its network cable is plugged in. It is the
 * last engine: the device is ready once it has started all of them.
 */
export function openStatusEvents(parts: {
  events: Pick<EventBus, 'publish'>
  plugged: { world: Pick<Plugged['world'], 'cable'> }
}): StatusEvents {
  const { events, plugged } = parts
  let { cable } = plugged.world

  function tellReady(ready: boolean): void {
    const data = { ready: ready ? '1' : '0' }
    events.publish({ topic: RULE_TOPICS.systemReady, source: {}, data }, 'state')
  }

  function tellNetwork(): void {
    const source = { interface: INTERFACE }
    const data = { lost: cable ? '0' : '1' }
    events.publish({ topic: RULE_TOPICS.networkLost, source, data }, 'state')
  }

  tellReady(false)
  tellNetwork()

  return {
    start: () => tellReady(true),
    worldChanged(world) {
      if (world.cable === cable) return
      cable = world.cable
      tellNetwork()
    },
  }
}
