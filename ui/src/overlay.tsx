import type { ReactNode } from 'react'
import { useId, useRef } from 'react'
import { BrandMark } from './brand.tsx'
import styles from './overlay.module.css'
import { useModal } from './use-modal.ts'

/** Covers the page while it can't be used. It stays until it is unmounted; Escape does nothing. */
export function FullScreen(props: { title: ReactNode; children?: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(dialog, true)
  return (
    <dialog
      ref={dialog}
      className={styles['overlay']}
      aria-labelledby={id}
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onClose={() => {
        // A browser closes the dialog all the same at the second Escape in a row.
        if (dialog.current?.isConnected) dialog.current.showModal()
      }}
    >
      <div className={styles['panel']}>
        <BrandMark />
        <h1 id={id} tabIndex={-1} data-first-focus="">
          {props.title}
        </h1>
        <div className={styles['body']}>{props.children}</div>
      </div>
    </dialog>
  )
}
