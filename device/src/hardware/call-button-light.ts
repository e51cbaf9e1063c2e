import type { World } from '@lintel/contract/wire'
import type { Engine } from '../engines/engine.ts'
import type { IntercomSettings } from '../state/intercom-settings.ts'
import type { Wire } from './wire.ts'

/** Lux below which people need the light to find the button. Own design. */
const DARK = 50

/**
 * Tells the board whether the call button is lit while nobody calls. `Automatic` is lit in the dark,
 * and while the board reports no light.
 */
export function openCallButtonLight(parts: {
  wire: Pick<Wire, 'send'>
  intercomSettings: Pick<IntercomSettings, 'get' | 'subscribe'>
  plugged: { world: Partial<Pick<World, 'lux'>> }
}): Engine & { worldChanged(world: Partial<Pick<World, 'lux'>>): void } {
  const { wire, intercomSettings: settings } = parts
  let { lux = null } = parts.plugged.world

  function isLit(): boolean {
    const { CallButtonIdleBehavior: behaviour } = settings.get()
    return behaviour === 'Automatic' ? lux === null || lux < DARK : behaviour === 'On'
  }

  const tell = () => wire.send({ type: 'callButtonLight', idle: isLit() })
  const unsubscribe = settings.subscribe(tell)
  return {
    start: tell,
    stateRestored: tell,
    worldChanged(world) {
      const before = isLit()
      lux = world.lux ?? null
      if (isLit() !== before) tell()
    },
    close: unsubscribe,
  }
}
