import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { ListView } from './list.tsx'
import styles from './table.module.css'

/** Height of a row of one line in pixels, until it is measured. */
const ROW = 43

/** What the keyboard needs of rows that are not all on the page. */
export interface Scroller {
  reveal: (index: number) => void
  /** How many rows are in view. */
  page: () => number
}

interface VirtualRowsProps {
  count: number
  /** How the list is sorted and filtered: another view begins at its first row. */
  view: ListView
  /** Stays on the page wherever the frame is scrolled to, as it may have the focus. */
  current: number | undefined
  frame: RefObject<HTMLElement | null>
  scroller: RefObject<Scroller | undefined>
  onShown: ((first: number, last: number) => void) | undefined
  renderRow: (index: number, measure: (row: HTMLTableRowElement | null) => void) => ReactNode
}

/**
 * The rows of a long list that are in view, with empty ones as high as what is left out between
 * them. A module of its own, as the library is 9 kB that short lists do without.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const { count, view, current, frame, scroller, onShown, renderRow } = props
  const head = useHeadHeight(frame)
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 8,
    // It measures rows while React renders them.
    useFlushSync: false,
    // The head scrolls along and covers the top of the frame.
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
    frame.current?.scrollTo({ top: 0 })
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

function useHeadHeight(frame: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const head = frame.current?.querySelector('thead')
    if (!head) return undefined
    const observer = new ResizeObserver(() => setHeight(head.offsetHeight))
    observer.observe(head)
    return () => observer.disconnect()
  }, [frame])
  return height
}
