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
  note?: string | undefined
  children: ReactNode
}

interface Folding {
  /** Its name in the browser's storage. */
  name: string
  /** Whether it is open on a phone until somebody closes it. */
  open?: boolean
  /** Next to the title while it is closed: what there is to know. */
  brief?: ReactNode
}

/** A card with a name folds on a phone; others are always open. */
type BenchCardProps = CardProps & (Folding | { name?: undefined })

/** Whether the card around it is closed, so that nobody sees what is in it. */
export const CardClosed = createContext(false)

/** One card of the bench. */
export function BenchCard(props: BenchCardProps) {
  return props.name === undefined ? <OpenCard {...props} /> : <FoldingCard {...props} />
}

function OpenCard({ title, aside, note, children }: CardProps) {
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

/** What people have typed stays when it is closed, or when the phone is turned. */
function FoldingCard(props: CardProps & Folding) {
  const { title, aside, note, children, name, open = false, brief } = props
  const id = useId()
  const phone = usePhone()
  const [isOpen, setOpen] = useRemembered(name, open)
  const closed = phone && !isOpen
  return (
    <section className={styles['card']} data-folds={phone || undefined} aria-labelledby={id}>
      <header className={styles['header']}>
        <h2 id={id}>
          {phone ? (
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
          ) : (
            title
          )}
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
