/** The temperature inside the housing, as the board gives it. */
export interface Thermometer {
  /** Degrees Celsius. */
  celsius(): number
  /** Told after every change. */
  subscribe(fn: () => void): () => void
}

export function createThermometer(celsius: number): Thermometer & { set(celsius: number): void } {
  const listeners = new Set<() => void>()
  let current = celsius
  return {
    celsius: () => current,
    set(next) {
      if (next === current) return
      current = next
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
