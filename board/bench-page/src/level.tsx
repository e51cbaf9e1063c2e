import { wholeDecibels } from '@lintel/contract/audio-level'
import { useText } from '@lintel/ui/i18n'
import { useId } from 'react'
import styles from './slider-row.module.css'

/** What the meter shows as nothing: people hear no more than that in front of a device. */
const QUIET = -60

interface LevelProps {
  label: string
  /** In dBFS; null for silence. */
  decibels: number | null
  /** What else there is to say, below it; an empty text keeps its place. */
  note?: string
}

/** How loud something is. */
export function Level({ label, decibels, note }: LevelProps) {
  const text = useText()
  const id = useId()
  const value = Math.min(Math.max(decibels ?? QUIET, QUIET), 0)
  const spoken =
    decibels === null
      ? text('bench.phone.silence')
      : text('bench.phone.decibels', { decibels: wholeDecibels(decibels) })
  return (
    <div className={styles['row']}>
      <label htmlFor={id}>{label}</label>
      <meter id={id} min={QUIET} max={0} value={value} aria-valuetext={spoken}>
        {spoken}
      </meter>
      <span className={styles['number']} aria-hidden="true">
        {spoken}
      </span>
      {note !== undefined && <small>{note}</small>}
    </div>
  )
}
