import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { classNames } from './class-names.ts'

/** A state in a word or two. The colour only repeats the text. */
export function Chip(props: { status?: 'neutral' | 'ok' | 'warn' | 'crit'; children: ReactNode }) {
  const { status = 'neutral', children } = props
  return <span className={classNames(styles['chip'], styles[status])}>{children}</span>
}
