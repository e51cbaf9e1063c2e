import type { ComponentType, ReactNode } from 'react'
import styles from './tile.module.css'

/** Shown in a tile that has nothing to show. */
export function TileEmpty(props: {
  icon: ComponentType<{ size?: number; strokeWidth?: number }>
  children: ReactNode
}) {
  const { icon: Icon, children } = props
  return (
    <div className={styles['empty']} data-fills="">
      <span aria-hidden="true">
        <Icon size={26} strokeWidth={1.5} />
      </span>
      <p>{children}</p>
    </div>
  )
}
