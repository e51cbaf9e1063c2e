import type { RefObject } from 'react'
import { useEffect } from 'react'

/** Apple's keyboards have a Command key. */
export const isApple = (): boolean => /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** Marks the buttons that save, in the order of their forms. */
const MARK = 'data-saves'

/** The attributes of a button that Ctrl S presses. */
export const SAVE_KEY = { [MARK]: '', 'aria-keyshortcuts': 'Control+S Meta+S' }

/**
 * While `active`, Ctrl S presses the button (⌘S on Apple's keyboards): with several forms that of
 * the form that has the focus, by default the first. A form behind a dialog is not saved.
 */
export function useSaveKey(button: RefObject<HTMLButtonElement | null>, active = true): void {
  useEffect(() => {
    if (!active) return undefined
    function onKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, altKey, repeat } = event
      if (key.toLowerCase() !== 's' || ctrlKey === metaKey || shiftKey || altKey) return
      const own = button.current
      if (!own || own !== target()) return
      // The browser would save the page as a file.
      event.preventDefault()
      if (!repeat) own.click()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [button, active])
}

/** The button that the keys press. */
function target(): Element | undefined {
  const dialog = document.querySelector('dialog[open]')
  const buttons = [...(dialog ?? document).querySelectorAll<HTMLButtonElement>(`[${MARK}]`)]
  return buttons.find(({ form }) => form?.contains(document.activeElement)) ?? buttons[0]
}
