import { useSyncExternalStore } from 'react'

/** Windows in which cards fold. */
const QUERY = '(width < 700px)'

function subscribe(fn: () => void): () => void {
  const list = matchMedia(QUERY)
  list.addEventListener('change', fn)
  return () => list.removeEventListener('change', fn)
}

/** Whether the window is as narrow as a phone. */
export const usePhone = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches)
