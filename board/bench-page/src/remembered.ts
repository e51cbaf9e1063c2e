import { useState } from 'react'

/**
 * Whether a part of the page is open, which this browser remembers.
 * @param name the part's name in the browser's storage
 * @param initial what holds until somebody opens or closes it
 */
export function useRemembered(name: string, initial: boolean): [boolean, (open: boolean) => void] {
  const key = `lintel-bench-${name}`
  const [chosen, setChosen] = useState(() => stored(key))
  function remember(next: boolean): void {
    setChosen(next)
    store(key, next)
  }
  return [chosen ?? initial, remember]
}

function stored(key: string): boolean | undefined {
  try {
    const value = localStorage.getItem(key)
    return value === null ? undefined : value === 'open'
  } catch {
    // The browser stores nothing for this page.
    return undefined
  }
}

function store(key: string, open: boolean): void {
  try {
    localStorage.setItem(key, open ? 'open' : 'closed')
  } catch {
    // As above.
  }
}
