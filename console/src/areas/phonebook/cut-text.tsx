import { cut } from '../../app/cut.ts'
import styles from './phonebook.module.css'

/** A name cut to so many characters, with the whole of it as its tooltip. B §2. */
export function CutText({ text, max }: { text: string; max: number }) {
  const shown = cut(text, max)
  return (
    <span className={styles['name']} title={shown === text ? undefined : text}>
      {shown}
    </span>
  )
}
