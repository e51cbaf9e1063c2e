import { Button } from './button.tsx'
import { useFaultText } from './fault-text.tsx'
import { useText } from './i18n.tsx'
import styles from './loading.module.css'
import { Notice } from './notice.tsx'

/** Something is on its way. It shows after a moment, so that what comes at once doesn't flash. */
export function Loading({ label }: { label?: string }) {
  const text = useText()
  return (
    <output className={styles['loading']}>
      <span className={styles['spinner']} aria-hidden="true" />
      {label ?? text('ui.loading')}
    </output>
  )
}

/** It didn't come: why, and another try. */
export function LoadFailed({ fault, onRetry }: { fault: unknown; onRetry: () => void }) {
  const text = useText()
  const faultText = useFaultText()
  return (
    <Notice
      status="crit"
      title={text('ui.loadFailed')}
      action={<Button onClick={onRetry}>{text('ui.retry')}</Button>}
    >
      {faultText(fault)}
    </Notice>
  )
}
