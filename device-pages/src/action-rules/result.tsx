import type { ActionLogEntry } from '@lintel/contract/calls/action-rules'
import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'
import styles from './action-rules.module.css'

const STATUS = {
  started: 'neutral',
  done: 'ok',
  failed: 'crit',
  retrying: 'warn',
  dropped: 'warn',
  stopped: 'crit',
} as const satisfies Record<ActionLogEntry['result'], string>

/** How an action ended, in a word, and why. */
export function Result({ entry }: { entry: ActionLogEntry }) {
  const { result, reason, detail, count } = entry
  const text = useText()
  const more = [
    result === 'dropped' && text('actionRules.log.dropped', { count }),
    result === 'stopped' && text('actionRules.log.stopped'),
    reason !== undefined && text(`recipients.failure.${reason}`),
    detail !== '' && (reason === undefined ? detail : `(${detail})`),
    (result === 'failed' || result === 'retrying') &&
      count > 1 &&
      text('actionRules.log.tries', { count }),
  ].filter((one) => one !== false)
  return (
    <span className={styles['result']}>
      <Chip status={STATUS[result]}>{text(`actionRules.result.${result}`)}</Chip>
      {more.length > 0 && <span className={styles['reason']}>{more.join(' ')}</span>}
    </span>
  )
}
