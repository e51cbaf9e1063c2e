import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import styles from './file-facts.module.css'

/** What is in a chosen file, below its name. */
export function FileFacts(props: {
  items: readonly { term: string; value: ReactNode }[]
  /** Pictures, players and remarks below the facts. */
  children?: ReactNode
}) {
  const { items, children } = props
  return (
    <div className={styles['preview']}>
      {items.length > 0 && (
        <dl className={styles['facts']}>
          {items.map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </div>
  )
}

/**
 * What is read from a file, or from several; undefined until it has been.
 * @param read a function that stays the same, and doesn't fail
 */
export function useFileRead<F extends File | readonly File[], T>(
  file: F,
  read: (file: F) => Promise<T>,
): T | undefined {
  const [last, setLast] = useState<{ file: F; value: T }>()
  useEffect(() => {
    let left = false
    async function look() {
      const value = await read(file)
      if (!left) setLast({ file, value })
    }
    void look()
    return () => {
      left = true
    }
  }, [file, read])
  return last?.file === file ? last.value : undefined
}
