import { useState } from 'react'
import styles from './tile.module.css'

/** A text that is highlighted briefly when it changes. */
export function Fresh({ value }: { value: string }) {
  const [first] = useState(value)
  const [changed, setChanged] = useState(false)
  if (value !== first && !changed) setChanged(true)
  return (
    <span key={value} className={changed ? styles['fresh'] : undefined}>
      {value}
    </span>
  )
}
