import { setFaults } from '@lintel/contract/bench'
import type { FaultSwitch } from '@lintel/contract/wire'
import { Button } from '@lintel/ui/button'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import { BenchCard } from './bench-card.tsx'
import { useCommand } from './command.ts'
import { FaultForm } from './fault-form.tsx'
import styles from './faults-card.module.css'

/** The effect of a fault, and how many times it still applies. */
function effectText({ fault, value, times }: FaultSwitch, text: TextOf): string {
  const effect =
    fault === 'slow' && value !== undefined
      ? text('bench.faults.slow.value', { milliseconds: value })
      : fault === 'status' && value !== undefined
        ? text('bench.faults.status.value', { status: value })
        : text(`bench.faults.${fault}`)
  return times === undefined ? effect : `${effect}, ${text('bench.faults.times.left', { times })}`
}

/** Makes calls of the device fail on purpose. */
export function FaultsCard({ faults }: { faults: FaultSwitch[] }) {
  const text = useText()
  const [set, busy] = useCommand(setFaults)
  return (
    <BenchCard name="faults" title={text('bench.faults')} note={text('bench.faults.note')}>
      {faults.length === 0 ? (
        <p className={styles['none']}>{text('bench.faults.none')}</p>
      ) : (
        <ul className={styles['list']}>
          {faults.map((fault, index) => (
            <li key={JSON.stringify([fault.call, fault.fault, fault.value, index])}>
              <span>
                <b className={fault.call === '*' ? undefined : 'mono'}>
                  {fault.call === '*' ? text('bench.faults.all') : fault.call}
                </b>{' '}
                <small>{effectText(fault, text)}</small>
              </span>
              <Button
                kind="quiet"
                disabled={busy}
                aria-label={text('bench.faults.removeOne', { call: fault.call })}
                onClick={() => void set({ faults: faults.toSpliced(index, 1) })}
              >
                {text('bench.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FaultForm faults={faults} />
    </BenchCard>
  )
}
