import type { BenchState } from '@lintel/contract/bench'
import { useText } from '@lintel/ui/i18n'
import { FlaskConical } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { CiphersCard } from './ciphers-card.tsx'
import { FaultsCard } from './faults-card.tsx'
import { FirmwareCard } from './firmware-card.tsx'
import styles from './lab.module.css'
import { SlotsCard } from './slots-card.tsx'
import { SnapshotsCard } from './snapshots-card.tsx'

/** Remembers for this browser whether the laboratory is open. */
const STORED = 'lintel-bench-lab'

/** What tests need and nobody at the door does: closed until somebody opens it. */
export function Lab({ state }: { state: BenchState }) {
  const text = useText()
  const id = useId()
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (details.current && isStored()) details.current.open = true
  }, [])
  return (
    <details
      ref={details}
      className={styles['lab']}
      onToggle={({ currentTarget }) => store(currentTarget.open)}
    >
      <summary aria-describedby={id}>
        <FlaskConical size={18} aria-hidden="true" />
        {text('bench.lab')}
      </summary>
      <p id={id} className={styles['note']}>
        {text('bench.lab.note')}
      </p>
      <div className={styles['cards']}>
        <div>
          <SnapshotsCard names={state.snapshots} />
          <FaultsCard faults={state.faults} />
        </div>
        <div>
          <FirmwareCard persona={state.persona} />
          <SlotsCard {...state.firmware} />
          <CiphersCard oldCiphers={state.oldCiphers} />
        </div>
      </div>
    </details>
  )
}

function isStored(): boolean {
  try {
    return localStorage.getItem(STORED) === 'open'
  } catch {
    // The browser stores nothing for this page.
    return false
  }
}

function store(open: boolean): void {
  try {
    if (open) localStorage.setItem(STORED, 'open')
    else localStorage.removeItem(STORED)
  } catch {
    // As above.
  }
}
