import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useUnsaved } from '@lintel/ui/unsaved'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import styles from './certificates.module.css'
import type { Action } from './use-action.ts'

/**
 * A form in place of the list: a dialog would not fit into a frame that is as high as its page. What
 * was typed stays when the device refuses.
 */
export function Task(props: {
  title: string
  note?: string
  /** The verb on the button. */
  verb: string
  action: Action
  dirty: boolean
  /** Whether anything keeps it from being sent; each control says what. */
  wrong: boolean
  onTry: () => void
  onSend: () => void
  onCancel: () => void
  children: ReactNode
}) {
  const { title, note, verb, action, dirty, wrong, onTry, onSend, onCancel, children } = props
  const text = useText()
  const faultText = useFaultText()
  const form = useRef<HTMLFormElement>(null)
  useUnsaved(dirty)

  function send() {
    onTry()
    if (!wrong) onSend()
    // The errors stand there when the page has been drawn anew.
    else requestAnimationFrame(() => focusWrong(form.current))
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {action.failure !== undefined && (
        <Notice status="crit" title={text('certificates.notDone')}>
          {faultText(action.failure)}
        </Notice>
      )}
      <Card title={title} note={note}>
        {children}
        <div className={styles['actions']}>
          <Button disabled={action.busy} onClick={onCancel}>
            {text('ui.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={action.busy}>
            {verb}
          </Button>
        </div>
      </Card>
    </form>
  )
}

const focusWrong = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid], button[aria-describedby]')?.focus()
