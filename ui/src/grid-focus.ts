import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CONTROLS, indexOf, rowAt, rowOf } from './row-focus.ts'

/** Rows that PageUp and PageDown skip, unless the table knows how many are visible. */
const PAGE = 10

/** Controls that handle arrow keys themselves. */
const ARROW_KEY_CONTROLS = 'select, textarea, input:not([type="checkbox"])'

/** The row that a key moves to; undefined for other keys. */
function rowByKey(key: string, current: number, count: number, page = PAGE) {
  const to = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: count - 1,
  }[key]
  return to === undefined ? undefined : Math.min(Math.max(to, 0), count - 1)
}

export interface GridFocus {
  /** The row that Tab moves to. */
  current: number
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onFocus: (event: FocusEvent<HTMLElement>) => void
}

/**
 * Makes the rows of a table one tab stop. Arrows, Home, End, PageUp and PageDown move between rows, left and
 * right arrows (or Tab) through the controls of a row. Source: ARIA Authoring Practices Guide, grid
 * pattern, with rows in place of cells.
 */
export function useGridFocus(options: {
  count: number
  /** When it changes, Tab moves to the first row again. */
  view: unknown
  body: RefObject<HTMLElement | null>
  /** Elements before and after the rows, from which Tab leaves the table. */
  before: RefObject<HTMLElement | null>
  after: RefObject<HTMLElement | null>
  /** How many rows are visible, where that is known. */
  page: () => number | undefined
  /** Renders a row and scrolls it into view, for tables that don't render all rows. */
  reveal?: (index: number) => void
  /** A key pressed on the row itself. */
  onRowKey: (event: KeyboardEvent, index: number, extendFrom?: number) => void
}): GridFocus {
  const { count, view, body, before, after, page, reveal, onRowKey } = options
  const [requested, setCurrent] = useState(0)
  const [seen, setSeen] = useState(view)
  if (seen !== view) {
    setSeen(view)
    setCurrent(0)
  }
  const current = Math.max(0, Math.min(requested, count - 1))
  const moves = useRef(false)
  const tabs = useRef(false)

  // oxlint-disable-next-line react/exhaustive-deps -- any render may move rows; the state settles at once
  useLayoutEffect(() => {
    if (moves.current) {
      const row = rowAt(body.current, current)
      if (!row) return
      moves.current = false
      row.focus({ preventScroll: reveal !== undefined })
      return
    }
    // The row with the focus may have moved.
    const row = rowOf(document.activeElement)
    if (row && body.current?.contains(row)) setCurrent(indexOf(row))
  })

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      tabs.current = event.type === 'keydown' && event.key === 'Tab'
    }
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('keyup', onKey, true)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('keyup', onKey, true)
    }
  }, [])

  function move(to: number) {
    moves.current = true
    setCurrent(to)
    reveal?.(to)
    if (to === current) {
      moves.current = false
      rowAt(body.current, to)?.focus()
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const row = rowOf(target)
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return
    const stops = [row, ...row.querySelectorAll<HTMLElement>(CONTROLS)]
    const stop = stops.indexOf(target)
    if (event.key === 'Tab') {
      // From there the browser handles Tab.
      if (!event.shiftKey && stop === stops.length - 1) after.current?.focus()
      if (event.shiftKey && stop === 0) before.current?.focus()
      return
    }
    if (target.matches(ARROW_KEY_CONTROLS)) return
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault()
      stops[stop + (event.key === 'ArrowRight' ? 1 : -1)]?.focus()
      return
    }
    const from = indexOf(row)
    const to = rowByKey(event.key, from, count, page())
    if (to !== undefined) {
      event.preventDefault()
      move(to)
      if (event.shiftKey) onRowKey(event, to, from)
    } else if (target === row) {
      onRowKey(event, from)
    }
  }

  function onFocus(event: FocusEvent<HTMLElement>) {
    const row = rowOf(event.target)
    if (!row) return
    const inside = event.currentTarget.contains(event.relatedTarget)
    // From outside, the browser's Tab stops at controls of other rows first.
    if (!inside && tabs.current) move(current)
    else setCurrent(indexOf(row))
  }

  return { current, onKeyDown, onFocus }
}
