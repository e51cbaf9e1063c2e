import { Check } from 'lucide-react'
import { useText } from '@lintel/ui/i18n'
import styles from './phase-list.module.css'
import type { Phase } from './phases.ts'

/**
 * The steps of a long operation: done, current and to come.
 * @param props.detail how far the current step is, if known
 */
export function PhaseList(props: { phases: readonly Phase[]; current: Phase; detail?: string }) {
  const { phases, current, detail } = props
  const text = useText()
  const at = phases.indexOf(current)
  return (
    <ol className={styles['phases']} aria-label={text('restart.steps')}>
      {phases.map((phase, index) => (
        <li
          key={phase}
          data-done={index < at || undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <i aria-hidden="true">{index < at && <Check size={12} strokeWidth={3} />}</i>
          <span>
            {text(`restart.phase.${phase}`)}
            {index < at && <span className="sr-only"> {text('restart.done')}</span>}
          </span>
          {index === at && detail !== undefined && <small>{detail}</small>}
        </li>
      ))}
    </ol>
  )
}
