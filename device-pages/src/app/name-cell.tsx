import type { ReactNode } from 'react'
import styles from './name-cell.module.css'

/** The name of a row, and below it what its other columns say, which narrow windows hide. */
export function NameCell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles['name']}>
      <b>{name}</b>
      <div className={styles['narrow']}>{children}</div>
    </div>
  )
}
