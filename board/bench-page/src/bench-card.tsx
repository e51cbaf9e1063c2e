import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './bench-card.module.css'

/** One part of the world around the device. */
export function BenchCard(props: {
  title: string
  /** Beside the title: how it stands. */
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

/** One line: what it is at the start, its control at the end. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={styles['pair']}>{children}</div>
}
