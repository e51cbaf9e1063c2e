/** Whether the log shows successful requests. */
import { createStore, useStore } from '@lintel/ui/store'

/** In the browser's local storage; there only while it is on. */
const KEY = 'LogRequests'

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    // The browser refuses storage; then it lasts until the page is closed.
    return false
  }
}

const store = createStore(stored())

export const useShownRequests = (): boolean => useStore(store)

export function showRequests(on: boolean): void {
  store.set(on)
  try {
    if (on) localStorage.setItem(KEY, 'true')
    else localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
