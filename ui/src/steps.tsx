import { classNames } from './class-names.ts'
import { useText } from './i18n.tsx'
import styles from './steps.module.css'

/** The current step of a number of steps, counted from 1. */
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
