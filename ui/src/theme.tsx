import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const KEY = 'lintel.theme'
const listeners = new Set<() => void>()

/** The theme set on the page; the boot script has applied the stored choice. */
function current(): Theme {
  const set = document.documentElement.dataset['theme']
  return set === 'light' || set === 'dark' ? set : 'system'
}

function choose(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  listeners.forEach((listener) => listener())
}

/** Another window of this browser has changed it. */
function follow(event: StorageEvent): void {
  if (event.key !== KEY) return
  const set = event.newValue
  choose(set === 'light' || set === 'dark' ? set : 'system')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', follow)
  }
}

/**
 * The chosen theme and a function that changes it. The choice is stored in this browser, for all
 * its windows.
 */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, current), choose]
}
