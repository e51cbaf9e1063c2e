import { classNames } from './class-names.ts'
import { useText } from './i18n.tsx'
import styles from './meter.module.css'

/** How much of something there is. `text` is what a screen reader says instead of the number. */
export function Meter(props: {
  label: string
  value: number
  max?: number
  text?: string
  status?: 'neutral' | 'ok' | 'warn' | 'crit'
}) {
  const { label, value, max = 100, text, status = 'neutral' } = props
  return (
    <div
      className={classNames(styles['bar'], styles[status])}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers paint their own meter each in its way
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      <i style={{ inlineSize: `${(100 * value) / max}%` }} />
    </div>
  )
}

/** How far a task has come; without a value it is under way, and nobody knows how far. */
export function Progress(props: { label: string; value?: number; max?: number }) {
  const { label, value, max = 100 } = props
  return (
    <div
      className={classNames(styles['bar'], value === undefined && styles['unknown'])}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers paint their own progress each in its way
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <i style={value === undefined ? undefined : { inlineSize: `${(100 * value) / max}%` }} />
    </div>
  )
}

/** Which of a number of steps this is, counted from 1. */
export function Steps({ current, count }: { current: number; count: number }) {
  const text = useText()
  return (
    <div className={styles['steps']}>
      <span className="sr-only">{text('ui.stepOf', { current, count })}</span>
      {Array.from({ length: count }, (_, index) => (
        <i key={index} className={classNames(index < current && styles['on'])} />
      ))}
    </div>
  )
}
