import type { Problem } from '@lintel/contract/rules/problem'
import { FieldNote } from '@lintel/ui/fields'
import type { ComponentProps } from 'react'
import { useId } from 'react'
import styles from './field.module.css'

/** A labelled input of one of the bench's forms, with what is wrong below it. */
export function Field(
  props: Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> & {
    label: string
    problem: Problem | undefined
    mono?: boolean
    onValue: (value: string) => void
  },
) {
  const { label, problem, mono = false, onValue, ...rest } = props
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className={mono ? `${styles['input']} mono` : styles['input']}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && `${id}e`}
        onChange={(event) => onValue(event.target.value)}
      />
      <FieldNote id={`${id}e`} error={problem} warning={undefined} />
    </div>
  )
}
