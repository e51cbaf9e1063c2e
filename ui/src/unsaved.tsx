import { useEffect } from 'react'

/** What leaving the page would lose: what was typed, or a file that is on its way to the device. */
type Loss = 'values' | 'upload'

const unsaved = new Map<symbol, Loss>()

/** Whether any form on the page holds something that isn't saved. */
export const anyUnsaved = (): boolean => unsaved.size > 0

/** Whether leaving the page would break an upload off. */
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
