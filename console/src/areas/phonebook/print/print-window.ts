import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import sheet from './print-sheet.css?url'

/** A window of its own for the printed list, without the frame of the console. */
export interface PrintWindow {
  /** Shows the list, unless the person has closed the window. */
  show: (content: ReactNode) => void
  print: () => void
  close: () => void
}

/**
 * Opens a window, right after a click or the browser blocks it. It is empty and of the same origin, so
 * the Content-Security-Policy of the console holds there: its style is a file.
 * @param language of its texts
 * @returns undefined if the browser has blocked it
 */
export function openPrintWindow(title: string, language: string): PrintWindow | undefined {
  const opened = window.open('', '_blank')
  if (!opened) return undefined
  const { document: page } = opened
  page.title = title
  page.documentElement.lang = language
  const style = page.createElement('link')
  style.rel = 'stylesheet'
  style.href = new URL(sheet, location.href).href
  page.head.append(style)
  const place = page.createElement('div')
  page.body.append(place)
  const root = createRoot(place)
  return {
    show(content) {
      if (!opened.closed) root.render(content)
    },
    print: () => opened.print(),
    close: () => opened.close(),
  }
}
