import type { BenchState } from '@lintel/contract/bench'
import { useText } from '@lintel/ui/i18n'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { CiphersCard } from './ciphers-card.tsx'
import { Columns } from './columns.tsx'
import { FaultsCard } from './faults-card.tsx'
import { FirmwareCard } from './firmware-card.tsx'
import styles from './lab.module.css'
import { useRemembered } from './remembered.ts'
import { SlotsCard } from './slots-card.tsx'
import { SnapshotsCard } from './snapshots-card.tsx'

/**
 * Cards for tests, which nobody at the device needs: closed until somebody opens it. `children`: that
 * of calls that people neither hear nor speak in.
 */
export function Lab({ state, children }: { state: BenchState; children: ReactNode }) {
  const text = useText()
  const id = useId()
  const [open, setOpen] = useRemembered('lab', false)
  return (
    <details
      className={styles['lab']}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary aria-describedby={id}>
        <FlaskConical size={18} aria-hidden="true" />
        {text('bench.lab')}
      </summary>
      <p id={id} className={styles['note']}>
        {text('bench.lab.note')}
      </p>
      <div className={styles['cards']}>
        <Columns>
          <SnapshotsCard names={state.snapshots} />
          <FirmwareCard persona={state.persona} />
          <FaultsCard faults={state.faults} />
          <SlotsCard {...state.firmware} />
          <CiphersCard oldCiphers={state.oldCiphers} />
          {children}
        </Columns>
      </div>
    </details>
  )
}
