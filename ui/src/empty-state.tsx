import type { ComponentType, ReactNode } from 'react'
import styles from './empty-state.module.css'

/** In place of a list without entries: what will be here, under the icon of such an entry. */
export function EmptyState(props: {
  icon: ComponentType<{ size?: number; strokeWidth?: number }>
  children: ReactNode
}) {
  const { icon: Icon, children } = props
  return (
    <div className={styles['state']}>
      <span aria-hidden="true">
        <Icon size={26} strokeWidth={1.5} />
      </span>
      <div>{children}</div>
    </div>
  )
}
