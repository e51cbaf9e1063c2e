import type { RefObject } from 'react'
import { useEffect } from 'react'

/** Apple's keyboards have a Command key. */
export const isApple = (): boolean => /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** Marks what the keys save, in the order of the forms: their buttons, or a frame with a form. */
const MARK = 'data-saves'

/** Marks a frame whose page has something to save. */
export const SAVES = { [MARK]: '' }

/** The attributes of a button that Ctrl S presses. */
export const SAVE_KEY = { ...SAVES, 'aria-keyshortcuts': 'Control+S Meta+S' }

/** A form that the keys can save, or a frame. */
interface Saver {
  marked: () => HTMLElement | null
  save: () => void
}

const savers = new Set<Saver>()

/** What the keys save now. */
function saverNow(): Saver | undefined {
  const marked = target()
  return marked && [...savers].find((saver) => saver.marked() === marked)
}

/** Saves as the keys do, for a page around this one: what is pressed there does not arrive here. */
export const pressSaveKey = (): void => saverNow()?.save()

const click = (button: HTMLElement) => button.click()

/**
 * While `active`, Ctrl S saves (⌘S on Apple's keyboards): with several forms that of the form that
 * has the focus, by default the first. A form behind a dialog is not saved.
 * @param marked the button with `SAVE_KEY`, which is pressed, or a frame with `SAVES`
 * @param save saves what is in the frame
 */
export function useSaveKey<E extends HTMLElement>(
  marked: RefObject<E | null>,
  active = true,
  save: (element: E) => void = click,
): void {
  useEffect(() => {
    if (!active) return undefined
    const saver: Saver = {
      marked: () => marked.current,
      save: () => marked.current && save(marked.current),
    }
    if (savers.size === 0) addEventListener('keydown', onKey)
    savers.add(saver)
    return () => {
      savers.delete(saver)
      if (savers.size === 0) removeEventListener('keydown', onKey)
    }
  }, [marked, active, save])
}

function onKey(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, shiftKey, altKey, repeat } = event
  if (key.toLowerCase() !== 's' || ctrlKey === metaKey || shiftKey || altKey) return
  const saver = saverNow()
  if (!saver) return
  // The browser would save the page as a file.
  event.preventDefault()
  if (!repeat) saver.save()
}

/** What the keys save: the one of all marks of the page whose turn it is. */
function target(): HTMLElement | undefined {
  const dialog = document.querySelector('dialog[open]')
  const marks = [...(dialog ?? document).querySelectorAll<HTMLElement>(`[${MARK}]`)]
  return marks.find((mark) => mark.closest('form')?.contains(document.activeElement)) ?? marks[0]
}
