import { useEffect } from 'react'

/** What leaving the page would lose: unsaved input, or a pending upload. */
type Loss = 'values' | 'upload'

const unsaved = new Map<symbol, Loss>()

/** Whether any form on the page has unsaved changes. */
export const anyUnsaved = (): boolean => unsaved.size > 0

/** Whether leaving the page would cancel an upload. */
export const anyUpload = (): boolean => Array.from(unsaved.values()).includes('upload')

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** While `dirty`, leaving the page asks first: the browser by itself, a router by `anyUnsaved`. */
export function useUnsaved(dirty: boolean, loss: Loss = 'values'): void {
  useEffect(() => {
    if (!dirty) return undefined
    const key = Symbol('unsaved')
    if (unsaved.size === 0) addEventListener('beforeunload', askBeforeLeaving)
    unsaved.set(key, loss)
    return () => {
      unsaved.delete(key)
      if (unsaved.size === 0) removeEventListener('beforeunload', askBeforeLeaving)
    }
  }, [dirty, loss])
}
