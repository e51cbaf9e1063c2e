import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { scrollToTop } from './framed.ts'
import styles from './task.module.css'

/**
 * The content of a page with views. The focus moves to the view that replaces another one, which is
 * shown from its top, but not when the page opens.
 * @param name the name of the view; undefined for the first one
 */
export function View({ name, children }: { name: string | undefined; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef(name)
  useEffect(() => {
    if (before.current === name) return
    before.current = name
    element.current?.focus({ preventScroll: true })
    scrollToTop()
  }, [name])
  return (
    <div ref={element} tabIndex={-1} className={styles['view']}>
      {children}
    </div>
  )
}
