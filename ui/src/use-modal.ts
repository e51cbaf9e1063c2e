import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'

/**
 * Shows a dialog as modal while `open`. The focus goes to the element marked with
 * `data-first-focus`, else where the browser puts it, and back to where it was at the end, also
 * when the dialog leaves the page while it is open.
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
