import { classNames } from './class-names.ts'
import styles from './progress.module.css'

/**
 * The progress of a task; without a value it is indeterminate. `text` describes it below the bar,
 * and for screen readers in place of a percentage; `spoken` is for them alone.
 */
export function Progress(props: {
  label: string
  value?: number
  max?: number
  text?: string
  spoken?: string
}) {
  const { label, value, max = 100, text, spoken = text } = props
  return (
    <div className={styles['progress']}>
      <div
        className={classNames(styles['bar'], value === undefined && styles['unknown'])}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers paint their own progress each in its way
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={spoken}
      >
        <i style={value === undefined ? undefined : { inlineSize: `${(100 * value) / max}%` }} />
      </div>
      {text !== undefined && (
        <p className={styles['text']} aria-hidden="true">
          {text}
        </p>
      )}
    </div>
  )
}
