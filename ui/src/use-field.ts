import type { Problem } from '@lintel/contract/rules/problem'
import { useId } from 'react'
import type { FieldValues, Path, RegisterOptions } from 'react-hook-form'
import { useFormState } from 'react-hook-form'
import { useComputed } from './form.tsx'
import type { FieldName, Form } from './form.tsx'

/**
 * One field of a form: the ids that tie it to its label and messages, its validation result, and
 * its event handlers.
 * @param valueOf parses the input
 */
export function useField<V extends FieldValues>(
  form: Form<V>,
  field: FieldName<V>,
  hasHelp: boolean,
  valueOf?: (typed: string) => string,
) {
  const id = useId()
  const name = field as Path<V>
  const { control, register, getFieldState, getValues, trigger } = form.methods
  const { errors } = useFormState({ control, name, exact: true })
  const error = (errors[field] as { problem?: Problem } | undefined)?.problem
  const { check } = form
  // Compared by text: the same warning again needs no render.
  const serialised = useComputed(form.methods, (values) =>
    JSON.stringify(check(values).warnings?.[field] ?? null),
  )
  const warning = form.holds && !form.held ? undefined : (JSON.parse(serialised) as Problem | null)

  // A change here may fix or break a field that compares itself with this one.
  const recheckOthers = () => {
    const others = (Object.keys(getValues()) as Path<V>[]).filter((other) => {
      const { isTouched, invalid } = getFieldState(other)
      return other !== name && (isTouched || invalid)
    })
    if (others.length > 0) void trigger(others)
  }
  const helpId = hasHelp ? `${id}h` : undefined
  const noteId = error || warning ? `${id}e` : undefined
  const theirsId = form.theirs?.[field] === undefined ? undefined : `${id}o`
  return {
    id,
    helpId,
    noteId,
    theirsId,
    error,
    warning: error ? undefined : (warning ?? undefined),
    input: {
      ...register(name, {
        onChange: recheckOthers,
        ...(valueOf ? { setValueAs: valueOf } : {}),
      } satisfies RegisterOptions<V, Path<V>>),
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': [helpId, noteId, theirsId].filter(Boolean).join(' ') || undefined,
    },
  }
}
