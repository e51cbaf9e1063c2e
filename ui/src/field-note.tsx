import type { Problem } from '@lintel/contract/rules/problem'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { classNames } from './class-names.ts'
import styles from './fields.module.css'
import { useProblemText } from './i18n.tsx'

/** The error or warning of a field, below it. */
export function FieldNote(props: {
  id: string | undefined
  error: Problem | undefined
  warning: Problem | undefined
}) {
  const { id, error, warning } = props
  const problemText = useProblemText()
  const problem = error ?? warning
  if (!problem) return null
  const Icon = error ? CircleAlert : TriangleAlert
  return (
    <p id={id} className={classNames(styles['note'], error ? styles['error'] : styles['warning'])}>
      <Icon size={14} className={styles['icon']} aria-hidden="true" />
      <span>{problemText(problem)}</span>
    </p>
  )
}
