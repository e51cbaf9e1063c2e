import { IconButton } from '@lintel/ui/button'
import { copyText } from '@lintel/ui/copy'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { VirtualLines } from '@lintel/ui/virtual-lines'
import type { LinesHandle } from '@lintel/ui/virtual-lines'
import { Copy } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { clockOf, markedParts, textOf } from './log-lines.ts'
import type { Line } from './log-lines.ts'
import styles from './log.module.css'

/** How far from the end counts as the end, in pixels: the height of a line. */
const NEAR = 24
/** For how long after a person's input a scroll counts as theirs, in milliseconds. */
const BY_HAND = 3_000

/** The lines in a viewport of their own. Scrolling up stops following, scrolling to the end resumes it. */
export function LogLines(props: {
  lines: readonly Line[]
  /** What is marked in them. */
  wanted: string
  follows: boolean
  onFollow: (follows: boolean) => void
  /** Shown when there is no line. */
  empty: string
}) {
  const { lines, wanted, follows, onFollow, empty } = props
  const text = useText()
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const handle = useRef<LinesHandle>(null)
  const top = useRef(0)
  /** When somebody last turned the wheel, pressed a key or touched the lines. */
  const handled = useRef(-Infinity)
  const note = () => {
    handled.current = performance.now()
  }
  const { current, reached, onKeyDown } = useLineKeys(lines, frame, handle, () => onFollow(false))

  function noteScroll(element: HTMLElement): void {
    const { scrollTop, scrollHeight, clientHeight } = element
    const movedUp = scrollTop < top.current
    top.current = scrollTop
    element.toggleAttribute('data-scrolled', scrollTop > 0)
    const atEnd = scrollTop + clientHeight >= scrollHeight - NEAR
    // Measuring lines scrolls the viewport, too.
    const byHand = performance.now() - handled.current < BY_HAND
    if (follows && movedUp && !atEnd && byHand) onFollow(false)
    else if (!follows && !movedUp && atEnd && scrollHeight > clientHeight) onFollow(true)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows move between the lines' buttons
    <div
      ref={setFrame}
      className={styles['frame']}
      role="log"
      // Only the lines in view are in the document; `useAnnouncement` announces new ones.
      aria-live="off"
      aria-label={text('reports.log.lines')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
      tabIndex={0}
      onScroll={(event) => noteScroll(event.currentTarget)}
      onWheel={note}
      onTouchMove={note}
      onPointerDown={note}
      onKeyDown={(event) => {
        note()
        // Lines measured on the way make the list longer, so the scroll may stop short of its end.
        if (event.key === 'End') onFollow(true)
        // A line that arrives before the scroll has begun would bring the end back into view.
        const { scrollHeight, clientHeight } = event.currentTarget
        if (event.key === 'Home' && scrollHeight > clientHeight) onFollow(false)
        onKeyDown(event)
      }}
    >
      {lines.length === 0 ? (
        <p className={styles['empty']}>{empty}</p>
      ) : (
        <VirtualLines
          ref={handle}
          frame={frame}
          count={lines.length}
          follows={follows}
          current={current}
          keyOf={(index) => lines[index]?.id ?? -1 - index}
          renderLine={(index) => {
            const line = lines[index]
            if (!line) return null
            if (line.gap) return <p className={styles['gap']}>{text('reports.log.missed')}</p>
            return <LogLine line={line} wanted={wanted} reached={index === reached} />
          }}
        />
      )}
    </div>
  )
}

/** Makes the buttons of the lines one tab stop; the arrow keys move between them. */
function useLineKeys(
  lines: readonly Line[],
  frame: HTMLElement | null,
  handle: { current: LinesHandle | null },
  onMove: () => void,
) {
  const [id, setId] = useState<number>()
  const [moved, setMoved] = useState(0)
  const found = id === undefined ? -1 : lines.findIndex((line) => line.id === id)
  const current = found === -1 ? undefined : found
  // Gaps have no button.
  const reached = current ?? lines.findLastIndex(({ gap }) => !gap)

  useLayoutEffect(() => {
    if (moved > 0) frame?.querySelector<HTMLElement>('[data-reached] button')?.focus()
  }, [moved, frame])

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || !(event.target instanceof HTMLButtonElement)) return
    event.preventDefault()
    let next = reached + step
    while (lines[next]?.gap) next += step
    const line = lines[next]
    if (!line) return
    onMove()
    setId(line.id)
    setMoved((count) => count + 1)
    handle.current?.reveal(next)
  }

  return { current, reached, onKeyDown }
}

function LogLine(props: { line: Line; wanted: string; reached: boolean }) {
  const { line, wanted, reached } = props
  const text = useText()
  const row = useRef<HTMLDivElement>(null)

  async function copy(): Promise<void> {
    const copied = await copyText(textOf(line))
    if (!copied && row.current) getSelection()?.selectAllChildren(row.current)
    showToast(
      copied
        ? { status: 'ok', text: text('reports.log.copied', { count: 1 }) }
        : { status: 'info', text: text('ui.copyByKey') },
    )
  }

  return (
    <div className={styles['line']} data-level={line.level} data-reached={reached || undefined}>
      <div ref={row} className={styles['parts']} lang="en" dir="ltr">
        <time dateTime={line.time || undefined}>{clockOf(line.time)}</time>
        <span className={styles['mark']}>{line.time === '' ? '' : line.level.toUpperCase()}</span>
        <span className={styles['app']}>
          <Marked text={line.time === '' ? '' : line.app} wanted={wanted} />
        </span>
        <span className={styles['message']}>
          <Marked text={line.text} wanted={wanted} />
        </span>
      </div>
      <span className={styles['copy']}>
        <IconButton
          label={text('reports.log.copyLine')}
          icon={<Copy size={14} />}
          tabIndex={reached ? 0 : -1}
          onClick={() => void copy()}
        />
      </span>
    </div>
  )
}

const Marked = ({ text, wanted }: { text: string; wanted: string }) =>
  markedParts(text, wanted).map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the place is all that tells them apart
    part.marked ? <mark key={at}>{part.text}</mark> : <span key={at}>{part.text}</span>,
  )
