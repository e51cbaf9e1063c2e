import { Eye, EyeOff } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { IconButton } from './button.tsx'
import { Row } from './card.tsx'
import { classNames } from './class-names.ts'
import { FieldNote } from './field-note.tsx'
import styles from './fields.module.css'
import type { FieldName, Form } from './form.tsx'
import { useFieldValue, useInputError } from './form.tsx'
import { useText } from './i18n.tsx'
import { StrengthMeter } from './strength-meter.tsx'
import switchStyles from './switch.module.css'
import { TheirValue } from './their-value.tsx'
import { useField } from './use-field.ts'

interface FieldProps<V extends FieldValues> {
  form: Form<V>
  name: FieldName<V>
  label: ReactNode
  help?: ReactNode
  disabled?: boolean
}

interface TextFieldProps<V extends FieldValues>
  extends
    FieldProps<V>,
    Pick<
      ComponentProps<'input'>,
      'autoComplete' | 'inputMode' | 'list' | 'maxLength' | 'placeholder' | 'readOnly'
    > {
  mono?: boolean
  type?: 'text' | 'email' | 'url' | 'search'
  /** The label says that the field may stay empty. */
  optional?: boolean
  /** Next to the input, for actions on the value. */
  action?: ReactNode
  /** Its height in lines, for a list of values that may be pasted with line breaks. */
  lines?: number
}

/** Leading and trailing spaces come from pasting and can't be seen. */
const trimmed = (typed: string) => typed.trim()

/** One line of text, or several with `lines`; trimmed. */
export function TextField<V extends FieldValues>(props: TextFieldProps<V>) {
  const { form, name, label, help, optional, mono, action, lines, type = 'text', ...rest } = props
  const { id, helpId, noteId, theirsId, error, warning, input } = useField(
    form,
    name,
    help !== undefined,
    trimmed,
  )
  const control = {
    ...input,
    id,
    spellCheck: mono ? false : undefined,
    className: classNames(styles['input'], mono && styles['mono']),
  }
  return (
    <Row label={label} optional={optional} htmlFor={id} help={help} helpId={helpId}>
      <div className={styles['line']}>
        {lines === undefined ? (
          <input {...rest} {...control} type={type} />
        ) : (
          <textarea {...control} autoComplete={rest.autoComplete} rows={lines} />
        )}
        {action}
      </div>
      <FieldNote id={noteId} error={error} warning={warning} />
      <TheirValue id={theirsId} form={form} name={name} />
    </Row>
  )
}

/** A password, with a button that shows it. `meter` adds a strength meter. */
export function PasswordField<V extends FieldValues>(
  props: FieldProps<V> & {
    newPassword?: boolean
    /**
     * The password of a file or of another device, which the browser must neither autofill nor
     * save.
     */
    foreign?: boolean
    meter?: boolean
    /** The field that this one repeats: what is wrong with both is shown there alone. */
    repeats?: FieldName<V>
    /**
     * The accessible name of the button where there are several, such as "Show repeated password".
     */
    revealLabel?: string
    /** The label says that the field may stay empty. */
    optional?: boolean
  },
) {
  const { form, name, label, help, disabled, newPassword, foreign, meter, revealLabel } = props
  const { repeats = name, optional } = props
  const text = useText()
  const [shown, setShown] = useState(false)
  const { id, helpId, noteId, error, warning, input } = useField(form, name, help !== undefined)
  const original = useInputError(form, repeats)
  const isTold = repeats !== name && error !== undefined && original?.id === error.id
  return (
    <Row label={label} optional={optional} htmlFor={id} help={help} helpId={helpId}>
      <div className={styles['line']}>
        <input
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          autoComplete={foreign ? 'off' : newPassword ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          disabled={disabled}
          className={classNames(styles['input'], styles['password'])}
        />
        <span className={styles['reveal']}>
          <IconButton
            label={revealLabel ?? text(shown ? 'ui.hidePassword' : 'ui.showPassword')}
            icon={shown ? <EyeOff size={16} /> : <Eye size={16} />}
            aria-pressed={revealLabel === undefined ? undefined : shown}
            aria-controls={id}
            disabled={disabled}
            onClick={() => setShown(!shown)}
          />
        </span>
      </div>
      {meter && <FieldStrength form={form} name={name} silent={noteId !== undefined} />}
      {/* Screen readers still get it with the field. */}
      <div className={isTold ? 'sr-only' : undefined}>
        <FieldNote id={noteId} error={error} warning={warning} />
      </div>
    </Row>
  )
}

function FieldStrength<V extends FieldValues>(
  props: Pick<FieldProps<V>, 'form' | 'name'> & { silent: boolean },
) {
  const { form, name, silent } = props
  return <StrengthMeter value={useFieldValue(form, name)} silent={silent} />
}

interface Option {
  value: string
  label: string
}

interface SelectOption extends Option {
  /** It is there, but can't be chosen. */
  disabled?: boolean
  /** The heading that it is below, with the others of the same group; without one it is above all. */
  group?: string
}

/** One of many choices. */
export function SelectField<V extends FieldValues>(
  props: FieldProps<V> & {
    options: readonly SelectOption[]
    /** Next to the select, such as a button that adds an option. */
    action?: ReactNode
  },
) {
  const { form, name, label, help, disabled, options, action } = props
  const { id, helpId, noteId, theirsId, error, warning, input } = useField(
    form,
    name,
    help !== undefined,
  )
  const groups = new Set(options.flatMap(({ group }) => (group === undefined ? [] : [group])))
  const inGroup = (wanted: string | undefined) =>
    options
      .filter(({ group }) => group === wanted)
      .map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))
  return (
    <Row label={label} htmlFor={id} help={help} helpId={helpId}>
      <div className={styles['line']}>
        <select {...input} id={id} disabled={disabled} className={styles['input']}>
          {inGroup(undefined)}
          {Array.from(groups, (group) => (
            <optgroup key={group} label={group}>
              {inGroup(group)}
            </optgroup>
          ))}
        </select>
        {action}
      </div>
      <FieldNote id={noteId} error={error} warning={warning} choice />
      <TheirValue
        id={theirsId}
        form={form}
        name={name}
        nameOf={(theirs) => options.find(({ value }) => value === theirs)?.label}
      />
    </Row>
  )
}

/** On or off, for a setting in its own row. */
export function SwitchField<V extends FieldValues>(props: FieldProps<V>) {
  const { form, name, label, help, disabled } = props
  const { id, helpId, noteId, error, warning, input } = useField(form, name, help !== undefined)
  return (
    <Row label={label} htmlFor={id} help={help} helpId={helpId}>
      <input
        {...input}
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
        role="switch"
        disabled={disabled}
        className={switchStyles['switch']}
      />
      <FieldNote id={noteId} error={error} warning={warning} />
    </Row>
  )
}

/** Yes or no. The row has the `name`, the label is next to the box. */
export function CheckboxField<V extends FieldValues>(props: FieldProps<V> & { group?: ReactNode }) {
  const { form, name, label, help, disabled, group } = props
  const { id, helpId, noteId, error, warning, input } = useField(form, name, help !== undefined)
  return (
    <Row name={group} help={help} helpId={helpId}>
      <label className={styles['choice']} htmlFor={id}>
        <input {...input} id={id} type="checkbox" disabled={disabled} className={styles['box']} />
        {label}
      </label>
      <FieldNote id={noteId} error={error} warning={warning} />
    </Row>
  )
}

/** One of a few choices, all visible, each with room for an explanation. */
export function RadioField<V extends FieldValues>(
  props: FieldProps<V> & { options: readonly (Option & { help?: string })[] },
) {
  const { form, name, label, help, disabled, options } = props
  const { id, helpId, noteId, theirsId, error, warning, input } = useField(
    form,
    name,
    help !== undefined,
  )
  const { 'aria-describedby': describedBy, ...radio } = input
  return (
    <Row name={label} nameId={`${id}n`} help={help} helpId={helpId}>
      <div role="radiogroup" aria-labelledby={`${id}n`} aria-describedby={describedBy}>
        {options.map((option) => (
          <label key={option.value} className={styles['choice']}>
            <input
              {...radio}
              type="radio"
              value={option.value}
              disabled={disabled}
              className={styles['box']}
            />
            <span>
              {option.label}
              {option.help !== undefined && <small>{option.help}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldNote id={noteId} error={error} warning={warning} choice />
      <TheirValue
        id={theirsId}
        form={form}
        name={name}
        nameOf={(theirs) => options.find(({ value }) => value === theirs)?.label}
      />
    </Row>
  )
}
