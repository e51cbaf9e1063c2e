import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './segmented.module.css'

/** One of two to four choices, all visible. The arrow keys move between them. */
export function Segmented<T extends string>(props: {
  label: string
  value: T
  options: readonly { value: T; label: ReactNode; disabled?: boolean }[]
  onChange: (value: T) => void
}) {
  const { label, value, options, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles['segmented']}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
