import { Search } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import styles from './list-tools.module.css'

/** A line of tools above a list. */
export const ListTools = ({ children }: { children: ReactNode }) => (
  <div className={styles['tools']}>{children}</div>
)

/**
 * The filter of a list.
 * @param props.field the name by which the search finds it on the page
 */
export function ListFilter(props: {
  label: string | undefined
  value: string
  onChange: (value: string) => void
  field?: string
  inputRef?: Ref<HTMLInputElement>
}) {
  const { label, value, onChange, field, inputRef } = props
  return (
    <div className={styles['filter']}>
      <Search size={16} aria-hidden="true" />
      <input
        ref={inputRef}
        type="search"
        name={field}
        data-field={field}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** How many rows there are, which screen readers announce when it changes. */
export const ListCount = ({ children }: { children: ReactNode }) => (
  <output className={styles['count']}>{children}</output>
)

/** Buttons at the end of the line. */
export const ListActions = ({ children }: { children: ReactNode }) => (
  <div className={styles['actions']}>{children}</div>
)
