/** Whether the pages of the reader have the forms for data and keys of cards. B §2, OPEN-92. */
import { createStore, useStore } from '@lintel/ui/store'

/** In the browser's local storage; there only while it is on. */
const KEY = 'EncryptedCards'

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    // The browser refuses storage; then it lasts until the page is closed.
    return false
  }
}

const store = createStore(stored())

export const useAdvancedSetup = (): boolean => useStore(store)

export function setAdvancedSetup(on: boolean): void {
  store.set(on)
  try {
    if (on) localStorage.setItem(KEY, 'true')
    else localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
