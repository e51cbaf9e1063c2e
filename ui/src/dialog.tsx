import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId, useRef } from 'react'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { useText } from './i18n.tsx'
import { useModal } from './use-modal.ts'

interface DialogProps {
  open: boolean
  title: ReactNode
  /**
   * Escape or a button requests closing; the caller decides. Without it, the dialog stays open until
   * the caller closes it.
   */
  onClose?: (() => void) | undefined
  /** Whether Escape requests closing, too; it does by default. */
  escape?: boolean
  footer?: ReactNode
  /** As wide as a picture needs. */
  wide?: boolean
  children?: ReactNode
}

/** A modal dialog. Its content is only mounted while it is open. */
export function Dialog(props: DialogProps) {
  const text = useText()
  return (
    <Frame
      {...props}
      close={
        props.onClose && (
          <IconButton label={text('ui.close')} icon={<X size={16} />} onClick={props.onClose} />
        )
      }
    />
  )
}

/**
 * Asks before an action that can't be undone. The focus starts on Cancel; Escape cancels, except
 * while `busy`.
 */
export function ConfirmDialog(
  props: Omit<DialogProps, 'footer' | 'wide' | 'children' | 'onClose'> & {
    onClose: () => void
    /** What will happen, in full sentences. */
    body: ReactNode
    /** The verb on the button. */
    confirm: string
    /** The text of the button that cancels, where Cancel might be taken for the opposite. */
    cancel?: string
    onConfirm: () => void
    busy?: boolean
    danger?: boolean
  },
) {
  const { body, confirm, cancel, onConfirm, onClose, busy = false, danger = false, ...rest } = props
  const text = useText()
  return (
    <Frame
      {...rest}
      role="alertdialog"
      onClose={() => {
        if (!busy) onClose()
      }}
      footer={
        <>
          <Button data-first-focus="" onClick={onClose} disabled={busy}>
            {cancel ?? text('ui.cancel')}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {body}
    </Frame>
  )
}

function Frame(props: DialogProps & { role?: 'alertdialog'; close?: ReactNode }) {
  const { open, title, footer, wide = false, children, role, close, escape = true } = props
  const onClose = escape ? props.onClose : undefined
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(dialog, open)
  return (
    <dialog
      ref={dialog}
      role={role}
      className={classNames(styles['dialog'], wide && styles['wide'])}
      aria-labelledby={`${id}t`}
      aria-describedby={role && `${id}b`}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClose={() => {
        // A browser may close the dialog without asking, at the second Escape in a row. The event
        // arrives late, so it is ignored when the dialog is open again.
        if (!open || !dialog.current?.isConnected || dialog.current.open) return
        if (onClose) onClose()
        else dialog.current.showModal()
      }}
    >
      {open && (
        <>
          <header className={styles['header']}>
            <h2 id={`${id}t`}>{title}</h2>
            {close}
          </header>
          <div id={`${id}b`} className={styles['body']}>
            {children}
          </div>
          {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
        </>
      )}
    </dialog>
  )
}
