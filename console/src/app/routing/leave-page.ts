import { showToast } from '@lintel/ui/toast'
import { useCallback, useEffect, useState } from 'react'
import { history } from './history.ts'

/**
 * A function that opens another page after a save: once the form knows that it is saved, so that
 * the question about unsaved changes concerns only what was typed in the meantime.
 */
export function useOpenAfterSave(path: string): () => void {
  const [saved, setSaved] = useState(false)
  useEffect(() => {
    if (saved) history.navigate(path)
  }, [saved, path])
  return useCallback(() => setSaved(true), [])
}

/** Leaves a page whose object is `gone`, with what was typed there, and says why. */
export function useLeaveWhenGone(gone: boolean, path: string, message: string): void {
  useEffect(() => {
    if (!gone) return
    history.navigate(path, { replace: true, force: true })
    showToast({ status: 'warning', text: message, ofPage: true })
  }, [gone, path, message])
}
