import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

/** Controls of a row. */
export const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)'

/** The row of a table that contains an element. */
export const rowOf = (element: Element | null) =>
  element?.closest<HTMLElement>('tr[aria-rowindex]') ?? undefined

/** The index of a row, from 0; the header has the `aria-rowindex` 1. */
export const indexOf = (row: HTMLElement): number => Number(row.getAttribute('aria-rowindex')) - 2

/** The row at an index, if it is rendered. */
export const rowAt = (body: Element | null, index: number) =>
  body?.querySelector<HTMLElement>(`tr[aria-rowindex="${index + 2}"]`) ?? undefined

/**
 * When the row with the focus is removed, focuses the row in its place, or the first control of one
 * that can't be focused: the browser would drop the focus.
 * @param body the element with the rows
 * @returns its handlers
 */
export function useRowFocus(body: RefObject<HTMLElement | null>, count: number) {
  /** Undefined while the focus is elsewhere. */
  const focused = useRef<number>(undefined)

  useLayoutEffect(() => {
    if (focused.current === undefined) return
    const row = rowOf(document.activeElement)
    if (row && body.current?.contains(row)) {
      focused.current = indexOf(row)
      return
    }
    const next = rowAt(body.current, Math.min(focused.current, count - 1))
    if (next?.hasAttribute('tabindex')) next.focus()
    else next?.querySelector<HTMLElement>(CONTROLS)?.focus()
  })

  return {
    onFocus: (target: Element) => {
      const row = rowOf(target)
      focused.current = row && indexOf(row)
    },
    onBlur: () => {
      focused.current = undefined
    },
  }
}
