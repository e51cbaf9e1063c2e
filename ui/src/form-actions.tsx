import type { ReactNode } from 'react'
import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from './button.tsx'
import type { Form } from './form.tsx'
import styles from './form-actions.module.css'
import { useText } from './i18n.tsx'
import { SAVE_KEY, useSaveKey } from './save-key.tsx'

/**
 * The buttons below the fields of a form that creates something, there from the start. Enter and,
 * with something typed, Ctrl S press the last one. The form checks on submit, or errors would move
 * them from under the pointer.
 */
export function FormActions(props: {
  form: Pick<Form<FieldValues>, 'dirty' | 'saving' | 'held'>
  /** The verb on the button that submits. */
  verb: string
  /** What is typed can't be submitted yet, as the form explains. */
  disabled?: boolean
  /** Submitting deletes something. */
  danger?: boolean
  /** The buttons before it, such as Cancel. */
  children?: ReactNode
}) {
  const { form, verb, disabled, danger, children } = props
  const text = useText()
  const submit = useRef<HTMLButtonElement>(null)
  useSaveKey(submit, form.dirty)
  return (
    <div className={styles['actions']}>
      {children}
      <Button
        ref={submit}
        {...SAVE_KEY}
        kind={danger ? 'danger' : 'primary'}
        type="submit"
        busy={form.saving}
        disabled={disabled}
      >
        {form.held ? text('ui.continueAnyway') : verb}
      </Button>
    </div>
  )
}
