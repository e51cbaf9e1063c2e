import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import styles from './newest-last.module.css'

/** Pixels from the end within which the list counts as scrolled to the end. */
const NEAR = 24

/** A list that grows at its end. It stays scrolled to the end unless somebody has scrolled up. */
export function NewestLast({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  useLayoutEffect(() => {
    const element = frame.current
    if (element && atEnd.current) element.scrollTop = element.scrollHeight
  })
  return (
    <div
      ref={frame}
      className={styles['frame']}
      role="log"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard has to reach what scrolls (WCAG 2.1.1)
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR
      }}
    >
      {children}
    </div>
  )
}
