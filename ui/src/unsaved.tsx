import { useEffect } from 'react'

/** What leaving the page would lose: unsaved input, or a pending upload. */
export type Loss = 'values' | 'upload'

const unsaved = new Map<symbol, Loss>()
const listeners = new Set<() => void>()

/** Whether any form on the page has unsaved changes. */
export const anyUnsaved = (): boolean => unsaved.size > 0

/** Whether leaving the page would cancel an upload. */
export const anyUpload = (): boolean => Array.from(unsaved.values()).includes('upload')

/** What leaving the page would lose, the worse of both; null for nothing. */
export const lossNow = (): Loss | null => (anyUpload() ? 'upload' : anyUnsaved() ? 'values' : null)

/** Calls back when something becomes unsaved or is no longer. */
export function subscribeToUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  for (const listener of listeners) listener()
}

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
    changed()
    return () => {
      unsaved.delete(key)
      if (unsaved.size === 0) removeEventListener('beforeunload', askBeforeLeaving)
      changed()
    }
  }, [dirty, loss])
}
