import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Progress } from '@lintel/ui/progress'
import type { Sending } from './use-upload.ts'
import styles from './upload-progress.module.css'

/**
 * The number of bytes sent, and a button that cancels. Once all are sent, the device works on them,
 * which nobody can cancel.
 * @param props.text while bytes are sent; the percentage by default
 * @param props.working what the device does with them
 */
export function UploadProgress(props: {
  state: Extract<Sending, { phase: 'sending' }>
  label: string
  text?: string
  working: string
  onCancel: () => void
}) {
  const { state, label, text: shown, working, onCancel } = props
  const { sent, total } = state
  const text = useText()
  const whole = sent === total
  return (
    <div className={styles['progress']}>
      <Progress
        label={label}
        {...(whole
          ? { text: working }
          : { value: sent, max: total, ...(shown === undefined ? {} : { text: shown }) })}
      />
      {!whole && <Button onClick={onCancel}>{text('ui.cancel')}</Button>}
    </div>
  )
}
