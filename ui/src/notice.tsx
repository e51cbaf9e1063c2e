import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './notice.module.css'

/** The situation in bold, then what to do. Warnings and errors are announced when they appear. */
export function Notice(props: {
  status?: 'info' | 'ok' | 'warn' | 'crit'
  title?: ReactNode
  action?: ReactNode
  ref?: Ref<HTMLDivElement>
  children?: ReactNode
}) {
  const { status = 'info', title, action, ref, children } = props
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={classNames(styles['notice'], styles[status])}
      data-notice=""
      role={status === 'crit' || status === 'warn' ? 'alert' : 'status'}
    >
      <div className={styles['main']}>
        <div className={styles['text']}>
          {title !== undefined && <b>{title}</b>} {children}
        </div>
        {action}
      </div>
    </div>
  )
}
