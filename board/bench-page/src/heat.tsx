import type { HeatState } from '@lintel/contract/events'
import { useText } from '@lintel/ui/i18n'
import { ThermometerSnowflake, ThermometerSun } from 'lucide-react'
import styles from './heat.module.css'

/** A sign at the device while it is too hot, warm or too cold. */
export function Heat({ state, degrees }: { state: HeatState | null; degrees: number }) {
  const text = useText()
  if (state === null || state === 'Normal') return null
  const Icon = state === 'Cold' ? ThermometerSnowflake : ThermometerSun
  return (
    <p className={styles['heat']} data-state={state}>
      <Icon size={16} aria-hidden="true" />
      <b>{text('bench.heat', { state })}</b>
      {text('bench.surroundings.degrees', { degrees })}
    </p>
  )
}
