import { Button } from '@lintel/ui/button'
import type { ButtonProps } from '@lintel/ui/button'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import styles from './wizard.module.css'

/** The field that gets the focus: the first one, or the selected one of a group. */
const FIRST = 'input:not(:disabled, [type="radio"]:not(:checked)), select:not(:disabled)'

/**
 * The card of one question. The focus moves to its first field, or to its heading without one. Give
 * it a `key` that changes with the question.
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
 * A button below a question. Pressing it keeps the focus: otherwise the field that loses it may
 * show an error, and the button would move away from under the pointer.
 */
export function FooterButton(props: ButtonProps) {
  return <Button {...props} onMouseDown={(event) => event.preventDefault()} />
}

/** The buttons below a question. */
export function Footer({ children }: { children: ReactNode }) {
  return <footer className={styles['footer']}>{children}</footer>
}
