import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import { useImperativeHandle, useLayoutEffect } from 'react'
import type { Ref } from 'react'

/** Height of a single line in pixels, until it is measured. */
const LINE = 24

export interface LinesHandle {
  reveal: (index: number) => void
}

/**
 * The visible part of a long list of lines that grows at its end, such as a log. In its own module
 * because the library adds 9 kB.
 */
export function VirtualLines(props: {
  count: number
  /** The viewport; null before it is in the document. */
  frame: HTMLElement | null
  /** Whether the end stays in view while lines are added. */
  follows: boolean
  /** Stays rendered wherever the viewport is scrolled to, because it may have the focus. */
  current: number | undefined
  ref: Ref<LinesHandle>
  keyOf: (index: number) => number
  renderLine: (index: number) => ReactNode
}) {
  const { count, frame, follows, current, ref, keyOf, renderLine } = props
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const lines = useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => LINE,
    getItemKey: keyOf,
    overscan: 12,
    // The virtualizer measures lines while React renders them.
    useFlushSync: false,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      if (current === undefined || shown.includes(current) || current >= count) return shown
      return [...shown, current].toSorted((a, b) => a - b)
    },
  })
  const size = lines.getTotalSize()
  const last = count === 0 ? undefined : keyOf(count - 1)

  // Lines that are measured make the list longer, too.
  useLayoutEffect(() => {
    if (follows && frame) frame.scrollTop = frame.scrollHeight
  }, [follows, frame, last, size])

  useImperativeHandle(ref, () => ({ reveal: (index) => lines.scrollToIndex(index) }), [lines])

  return (
    <div style={{ position: 'relative', blockSize: size }}>
      {lines.getVirtualItems().map(({ index, key, start }) => (
        <div
          key={key}
          ref={lines.measureElement}
          data-index={index}
          style={{
            position: 'absolute',
            insetBlockStart: 0,
            insetInline: 0,
            transform: `translateY(${start}px)`,
          }}
        >
          {renderLine(index)}
        </div>
      ))}
    </div>
  )
}
