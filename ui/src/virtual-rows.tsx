import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { ListView } from './list.tsx'
import styles from './table.module.css'

/** Height of a single-line row in pixels, until it is measured. */
const ROW = 43

/** What keyboard navigation needs when not all rows are rendered. */
export interface Scroller {
  reveal: (index: number) => void
  /** How many rows are visible. */
  page: () => number
}

interface VirtualRowsProps {
  count: number
  /** How the list is sorted and filtered: another view starts at its first row. */
  view: ListView
  /** Stays rendered wherever the viewport is scrolled to, because it may have the focus. */
  current: number | undefined
  /** The viewport; null before it is in the document. */
  frame: HTMLElement | null
  scroller: RefObject<Scroller | undefined>
  /** Identifies a row wherever it is in the list; another function once rows have changed. */
  keyOf: (index: number) => string
  onShown: ((first: number, last: number) => void) | undefined
  renderRow: (index: number, measure: (row: HTMLTableRowElement | null) => void) => ReactNode
}

/**
 * The visible rows of a long list, with spacer rows for the others. In its own module because the
 * library adds 9 kB that short lists don't need.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const { count, view, current, frame, scroller, keyOf, onShown, renderRow } = props
  const head = useHeadHeight(frame)
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => ROW,
    getItemKey: keyOf,
    // Rows that come or go above don't move those that are read; at the top, new ones appear.
    anchorTo: (frame?.scrollTop ?? 0) > 0 ? 'end' : 'start',
    overscan: 8,
    // The virtualizer measures rows while React renders them.
    useFlushSync: false,
    // The header is sticky and covers the top of the viewport.
    scrollMargin: head,
    scrollPaddingStart: head,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      if (current === undefined || shown.includes(current) || current >= count) return shown
      return [...shown, current].toSorted((a, b) => a - b)
    },
  })
  const first = rows.range?.startIndex ?? 0
  const last = rows.range?.endIndex ?? 0

  useLayoutEffect(() => {
    frame?.scrollTo({ top: 0 })
  }, [frame, view])

  useEffect(() => {
    onShown?.(first, last)
  }, [onShown, first, last])

  useLayoutEffect(() => {
    scroller.current = {
      reveal: (index) => rows.scrollToIndex(index),
      page: () => Math.max(1, last - first - 1),
    }
    return () => {
      scroller.current = undefined
    }
  }, [scroller, rows, first, last])

  const shown: ReactNode[] = []
  let below = head
  for (const { index, start, end } of rows.getVirtualItems()) {
    if (start > below) shown.push(<Gap key={`before ${index}`} height={start - below} />)
    shown.push(renderRow(index, rows.measureElement))
    below = end
  }
  const left = head + rows.getTotalSize() - below
  if (left > 0) shown.push(<Gap key="after" height={left} />)
  return shown
}

function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden="true" className={styles['gap']}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden, it only takes the room */}
      <td style={{ blockSize: height }} />
    </tr>
  )
}

function useHeadHeight(frame: HTMLElement | null): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const head = frame?.querySelector('thead')
    if (!head) return undefined
    const observer = new ResizeObserver(() => setHeight(head.offsetHeight))
    observer.observe(head)
    return () => observer.disconnect()
  }, [frame])
  return height
}
