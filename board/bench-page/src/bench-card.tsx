import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { createContext, useId } from 'react'
import styles from './bench-card.module.css'
import { useBlocked } from './blocked.ts'
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
export function BenchCard(props: BenchCardProps) {
  const { title, aside, note, children, name, open = 'wide', brief } = props
  const id = useId()
  const phone = usePhone()
  const [isOpen, setOpen] = useRemembered(name, open === 'always' || (open === 'wide' && !phone))
  const closed = !isOpen
  return (
    <section className={styles['card']} aria-labelledby={id}>
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

/** A card whose controls need a running device. Without one they stay, disabled, with the reason. */
export function DeviceCard({ aside, children, ...card }: BenchCardProps) {
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
