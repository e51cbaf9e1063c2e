import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './phonebook.module.css'

/** What is wrong with a row, below the value of a cell. */
export const RowWarning = ({ children }: { children: ReactNode }) => (
  <small className={styles['warning']}>
    <TriangleAlert size={13} aria-hidden="true" />
    <span>{children}</span>
  </small>
)
