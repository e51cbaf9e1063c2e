import { isMissing } from '@lintel/contract/fault'
import { Button } from './button.tsx'
import { useFaultText } from './fault-text.tsx'
import { useText } from './i18n.tsx'
import styles from './loading.module.css'
import { Notice } from './notice.tsx'

/** A loading message. It appears after a short delay, so that fast loads don't flash. */
export function Loading({ label }: { label?: string }) {
  const text = useText()
  return (
    <output className={styles['loading']} data-loading="">
      <span className={styles['spinner']} aria-hidden="true" />
      {label ?? text('ui.loading')}
    </output>
  )
}

/** A failed load: the reason, and a Retry button, unless the device lacks the call for good. */
export function LoadFailed({ fault, onRetry }: { fault: unknown; onRetry: () => void }) {
  const text = useText()
  const faultText = useFaultText()
  return (
    <Notice
      status="crit"
      title={text('ui.loadFailed')}
      action={!isMissing(fault) && <Button onClick={onRetry}>{text('ui.retry')}</Button>}
    >
      {faultText(fault)}
    </Notice>
  )
}
