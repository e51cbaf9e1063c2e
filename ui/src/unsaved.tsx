import { useEffect } from 'react'

const unsaved = new Set<symbol>()

/** Whether any form on the page holds something that isn't saved. */
export const anyUnsaved = (): boolean => unsaved.size > 0

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** While `dirty`, leaving the page asks first: the browser by itself, a router by `anyUnsaved`. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined
    const key = Symbol('unsaved')
    if (unsaved.size === 0) addEventListener('beforeunload', askBeforeLeaving)
    unsaved.add(key)
    return () => {
      unsaved.delete(key)
      if (unsaved.size === 0) removeEventListener('beforeunload', askBeforeLeaving)
    }
  }, [dirty])
}
