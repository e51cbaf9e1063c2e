import type { Engine } from '../engines/engine.ts'
import type { IntercomSettings } from '../state/intercom-settings.ts'
import type { Wire } from './wire.ts'

/**
 * Tells the board whether the call button is lit while nobody calls. `Automatic` is lit too: the
 * device has no sensor that tells day from night.
 */
export function openCallButtonLight(parts: {
  wire: Pick<Wire, 'send'>
  intercomSettings: Pick<IntercomSettings, 'get' | 'subscribe'>
}): Engine {
  const { wire, intercomSettings: settings } = parts
  const tell = () =>
    wire.send({
      type: 'callButtonLight',
      idle: settings.get().CallButtonIdleBehavior !== 'Off',
    })
  const unsubscribe = settings.subscribe(tell)
  return { start: tell, stateRestored: tell, close: unsubscribe }
}
