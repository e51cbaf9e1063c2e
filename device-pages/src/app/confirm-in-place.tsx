import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import styles from './task.module.css'

/**
 * A button for something that can't be undone, which asks for confirmation in place: a dialog would
 * not fit into a frame that is as high as its page.
 */
export function ConfirmInPlace(props: {
  verb: string
  question: ReactNode
  busy: boolean
  locked?: boolean
  onConfirm: () => void
  /** The question was asked or withdrawn: what went wrong before is over. */
  onAsk?: () => void
}) {
  const { verb, question, busy, locked = false, onConfirm, onAsk } = props
  const text = useText()
  const [confirming, setConfirming] = useState(false)
  function ask(asked: boolean) {
    onAsk?.()
    setConfirming(asked)
  }
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (confirming) cancel.current?.focus()
  }, [confirming])
  return confirming ? (
    <div role="alertdialog" aria-label={verb} className={styles['confirming']}>
      <p>{question}</p>
      <Button ref={cancel} disabled={busy} onClick={() => ask(false)}>
        {text('ui.cancel')}
      </Button>
      <Button kind="danger" busy={busy} onClick={onConfirm}>
        {verb}
      </Button>
    </div>
  ) : (
    <div className={`${styles['actions']} ${styles['start']}`}>
      <Button kind="danger" disabled={locked} onClick={() => ask(true)}>
        {verb}
      </Button>
    </div>
  )
}
