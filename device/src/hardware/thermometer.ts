import type { Plugged, World } from '@lintel/contract/wire'
import type { Engine } from '../engines/engine.ts'

/** The temperature inside the housing, as the board measures it. */
export interface Thermometer extends Engine {
  worldChanged(world: Pick<World, 'temperature'>): void
  /** Degrees Celsius. */
  celsius(): number
  /** Called after every change. */
  subscribe(fn: () => void): () => void
}

export function openThermometer(parts: {
  plugged: { world: Pick<Plugged['world'], 'temperature'> }
}): Thermometer {
  const listeners = new Set<() => void>()
  let current = parts.plugged.world.temperature
  return {
    celsius: () => current,
    worldChanged({ temperature }) {
      if (temperature === current) return
      current = temperature
      for (const fn of Array.from(listeners)) fn()
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}
