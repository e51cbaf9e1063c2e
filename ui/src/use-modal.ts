import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'

/**
 * Shows a dialog as modal while `open`. The focus goes to the element marked with
 * `data-first-focus`, by default to the browser's choice, and back to where it was at the end, also
 * when the dialog is unmounted while open.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return undefined
    const opener = document.activeElement
    element.showModal()
    element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      element.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [dialog, open])
}
