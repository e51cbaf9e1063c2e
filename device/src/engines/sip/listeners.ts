/** Listeners of one kind of event. A listener that throws doesn't keep the others from hearing. */
export interface Listeners<Event extends unknown[]> {
  add(listener: (...event: Event) => void): () => void
  tell(...event: Event): void
}

export function openListeners<Event extends unknown[]>(
  onError: (cause: unknown) => void,
): Listeners<Event> {
  const listeners = new Set<(...event: Event) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(...event) {
      for (const listener of Array.from(listeners)) {
        try {
          listener(...event)
        } catch (cause) {
          onError(cause)
        }
      }
    },
  }
}
