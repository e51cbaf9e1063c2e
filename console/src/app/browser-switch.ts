import { createStore } from '@lintel/ui/store'
import type { Store } from '@lintel/ui/store'

/** A choice of the person, kept in this browser's local storage; there only while it is on. */
export function browserSwitch(key: string): { store: Store<boolean>; set: (on: boolean) => void } {
  const store = createStore(stored(key))
  return {
    store,
    set(on) {
      store.set(on)
      try {
        if (on) localStorage.setItem(key, 'true')
        else localStorage.removeItem(key)
      } catch {
        // The browser refuses storage; then it lasts until the page is closed.
      }
    },
  }
}

function stored(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'true'
  } catch {
    return false
  }
}
