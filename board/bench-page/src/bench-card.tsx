import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { createContext, useId } from 'react'
import styles from './bench-card.module.css'
import { useBlocked } from './blocked.ts'
import { useArranged } from './columns.tsx'
import { usePhone } from './phone.ts'
import { useRemembered } from './remembered.ts'

interface CardProps {
  title: string
  /** Next to the title: its current state. */
  aside?: ReactNode
  note?: ReactNode
  children: ReactNode
}

interface Folding {
  /** Its name in the browser's storage. */
  name: string
  /**
   * Whether it is open until somebody closes it: on a phone only what is needed all the time, in a
   * wider window all but what is seldom needed.
   */
  open?: 'always' | 'wide' | 'never'
  /** Next to the title while it is closed: what there is to know. */
  brief?: ReactNode
}

type BenchCardProps = CardProps & Folding

/** `quiet`: nothing in it can be used at present. */
type FoldingCardProps = BenchCardProps & { quiet?: boolean }

/** Whether the card around it is closed, so that nobody sees what is in it. */
export const CardClosed = createContext(false)

/** A card that does not fold. */
export function OpenCard({ title, note, children }: Omit<CardProps, 'aside'>) {
  const id = useId()
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <header className={styles['header']}>
        <h2 id={id}>{title}</h2>
      </header>
      <div>
        {note !== undefined && <p className={styles['note']}>{note}</p>}
        {children}
      </div>
    </section>
  )
}

/** One card of the bench. What people have typed stays when it is closed, or when a phone is turned. */
export function BenchCard(props: FoldingCardProps) {
  const { title, aside, note, children, name, open = 'wide', brief, quiet = false } = props
  const id = useId()
  const phone = usePhone()
  const [isOpen, setOpen] = useRemembered(name, open === 'always' || (open === 'wide' && !phone))
  const closed = !isOpen
  useArranged(isOpen)
  return (
    <section className={styles['card']} data-quiet={quiet || undefined} aria-labelledby={id}>
      <header className={styles['header']}>
        <h2 id={id}>
          <button
            type="button"
            className={styles['fold']}
            aria-expanded={isOpen}
            aria-controls={`${id}b`}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown size={18} aria-hidden="true" />
            {title}
          </button>
        </h2>
        {aside ?? (closed && <small className={styles['reason']}>{brief}</small>)}
      </header>
      <div id={`${id}b`} hidden={closed}>
        {note !== undefined && <p className={styles['note']}>{note}</p>}
        <CardClosed value={closed}>{children}</CardClosed>
      </div>
    </section>
  )
}

/**
 * A card whose controls need a running device. Without one they stay, disabled. Why is said once for
 * all of them, under the device; screen readers say it for each, because they read a group alone.
 */
export function DeviceCard({ children, ...card }: BenchCardProps) {
  const blocked = useBlocked()
  return (
    <BenchCard {...card} quiet={blocked !== undefined}>
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
