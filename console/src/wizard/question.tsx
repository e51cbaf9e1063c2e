import { Button } from '@lintel/ui/button'
import type { ButtonProps } from '@lintel/ui/button'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import styles from './wizard.module.css'

/** The field that takes the focus: the first one, of a group of choices the chosen one. */
const FIRST = 'input:not(:disabled, [type="radio"]:not(:checked)), select:not(:disabled)'

/**
 * The card of one question. The focus goes to its first field, without one to its heading.
 * Give it a `key` that changes when another question takes its place.
 */
export function Question(props: { title: string; note?: ReactNode; children?: ReactNode }) {
  const { title, note, children } = props
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const target =
      card.current?.querySelector<HTMLElement>(FIRST) ?? card.current?.querySelector('h1')
    target?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [])
  return (
    <div ref={card} className={styles['card']}>
      <h1 tabIndex={-1}>{title}</h1>
      {note !== undefined && <p className={styles['note']}>{note}</p>}
      {children}
    </div>
  )
}

/**
 * A button under a question. Pressing it leaves the focus where it is: otherwise the field that
 * loses it may show an error, and the button would move away under the pointer.
 */
export function FooterButton(props: ButtonProps) {
  return <Button {...props} onMouseDown={(event) => event.preventDefault()} />
}

/** The buttons under a question. */
export function Footer({ children }: { children: ReactNode }) {
  return <footer className={styles['footer']}>{children}</footer>
}
