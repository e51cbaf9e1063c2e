import type { Problem } from '@lintel/contract/rules/problem'
import { problem } from '@lintel/contract/rules/problem'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { classNames } from './class-names.ts'
import styles from './fields.module.css'
import { useProblemText } from './i18n.tsx'

/** Nothing is typed into a list of choices. */
const notChosen = problem('validation.notChosen')

/**
 * The error or warning of a field, below it.
 * @param props.choice whether the field is a list of choices
 */
export function FieldNote(props: {
  id: string | undefined
  error: Problem | undefined
  warning: Problem | undefined
  choice?: boolean
}) {
  const { id, error, warning, choice = false } = props
  const problemText = useProblemText()
  const found = error ?? warning
  if (!found) return null
  const isEmpty = choice && found.id === 'validation.errorRequired'
  const Icon = error ? CircleAlert : TriangleAlert
  return (
    <p id={id} className={classNames(styles['note'], error ? styles['error'] : styles['warning'])}>
      <Icon size={14} className={styles['icon']} aria-hidden="true" />
      <span>{problemText(isEmpty ? notChosen : found)}</span>
    </p>
  )
}
