import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './bench-card.module.css'

/** One card of the bench. */
export function BenchCard(props: {
  title: string
  /** Next to the title: its current state. */
  aside?: ReactNode
  note?: string | undefined
  wide?: boolean
  children: ReactNode
}) {
  const { title, aside, note, wide = false, children } = props
  const id = useId()
  return (
    <section className={styles['card']} data-wide={wide || undefined} aria-labelledby={id}>
      <header className={styles['header']}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {note !== undefined && <p className={styles['note']}>{note}</p>}
      {children}
    </section>
  )
}

/** One line: label at the start, control at the end. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={styles['pair']}>{children}</div>
}
