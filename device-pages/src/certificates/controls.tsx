import type { Problem } from '@lintel/contract/rules/problem'
import { Row } from '@lintel/ui/card'
import { FieldNote } from '@lintel/ui/fields'
import field from '@lintel/ui/fields.module.css'
import { FileChoice } from '@lintel/ui/file-choice'
import type { ComponentProps } from 'react'
import { useId } from 'react'

interface ControlProps<T> {
  label: string
  help?: string
  value: T
  onChange: (value: T) => void
  /** Told once somebody has tried to go on. */
  error?: Problem | undefined
}

/** One line of text, or a password. */
export function TextControl(
  props: ControlProps<string> &
    Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength'>,
) {
  const { label, help, value, onChange, error, ...rest } = props
  const id = useId()
  const described = [help !== undefined && `${id}h`, error && `${id}e`].filter(Boolean).join(' ')
  return (
    <Row label={label} htmlFor={id} help={help} helpId={`${id}h`}>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        {...rest}
        id={id}
        className={field['input']}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNote id={`${id}e`} error={error} warning={undefined} />
    </Row>
  )
}

/** One of a few choices. */
export function SelectControl<T extends string>(
  props: ControlProps<T> & { options: readonly { value: T; label: string }[] },
) {
  const { label, help, value, onChange, options } = props
  const id = useId()
  return (
    <Row label={label} htmlFor={id} help={help} helpId={`${id}h`}>
      <select
        id={id}
        className={field['input']}
        value={value}
        aria-describedby={help === undefined ? undefined : `${id}h`}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Row>
  )
}

/** One file. */
export function FileControl(
  props: Omit<ControlProps<File | undefined>, 'onChange'> & {
    /** The verb on the button. */
    verb: string
    accept: string
    onChange: (file: File) => void
  },
) {
  const { label, help, value, onChange, error, verb, accept } = props
  const id = useId()
  return (
    <Row name={label} help={help} helpId={`${id}h`}>
      <FileChoice
        label={verb}
        file={value}
        accept={accept}
        onChoose={onChange}
        describedBy={error ? `${id}e` : undefined}
      />
      <FieldNote id={`${id}e`} error={error} warning={undefined} />
    </Row>
  )
}
