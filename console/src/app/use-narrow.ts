import { useSyncExternalStore } from 'react'

/** As in the style sheets of pages. */
const narrowWindow = () => matchMedia('(width < 800px)')

function onChange(changed: () => void): () => void {
  const media = narrowWindow()
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the window is narrow. What only looks different there is a matter of its style sheet. */
export const useNarrow = (): boolean => useSyncExternalStore(onChange, () => narrowWindow().matches)
