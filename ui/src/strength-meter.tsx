import { strengthOf } from '@lintel/contract/rules/account'
import { classNames } from './class-names.ts'
import { useText } from './i18n.tsx'
import styles from './strength-meter.module.css'

/** How many percent the meter shows (specification A §5). */
const PERCENT = { empty: 0, weak: 33, medium: 67, strong: 100 }

/**
 * How hard a password is to guess: three bars, and a sentence on how to improve it. `silent` leaves
 * out the sentence where the field has another message.
 */
export function StrengthMeter({ value, silent = false }: { value: string; silent?: boolean }) {
  const text = useText()
  const strength = strengthOf(value)
  const percent = PERCENT[strength]
  const sentence = text(`ui.strength.${strength}`)
  return (
    <div className={styles['strength']}>
      <div
        className={classNames(styles['bars'], styles[strength])}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- three bars are more than a meter can draw
        role="meter"
        aria-label={text('ui.strength')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={sentence}
      >
        {[1, 2, 3].map((bar) => (
          <i key={bar} className={classNames(percent >= 33 * bar && styles['on'])} />
        ))}
      </div>
      {!silent && <p className={styles['text']}>{sentence}</p>}
    </div>
  )
}
