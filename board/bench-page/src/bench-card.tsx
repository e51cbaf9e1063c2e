import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './bench-card.module.css'
import { useBlocked } from './blocked.ts'

interface CardProps {
  title: string
  /** Next to the title: its current state. */
  aside?: ReactNode
  note?: string | undefined
  children: ReactNode
}

/** One card of the bench. */
export function BenchCard({ title, aside, note, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <header className={styles['header']}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {note !== undefined && <p className={styles['note']}>{note}</p>}
      {children}
    </section>
  )
}

/** A card whose controls need a running device. Without one they stay, disabled, with the reason. */
export function DeviceCard({ aside, children, ...card }: CardProps) {
  const blocked = useBlocked()
  const reason = <small className={styles['reason']}>{blocked}</small>
  return (
    <BenchCard {...card} aside={blocked === undefined ? aside : reason}>
      <fieldset
        className={styles['controls']}
        disabled={blocked !== undefined}
        aria-label={blocked}
      >
        {children}
      </fieldset>
    </BenchCard>
  )
}

/** One line: label at the start, control at the end. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={styles['pair']}>{children}</div>
}
