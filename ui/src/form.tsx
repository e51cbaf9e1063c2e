import type { Problem } from '@lintel/contract/rules/problem'
import type { ReactNode, RefObject } from 'react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useFormState, useWatch } from 'react-hook-form'
import type {
  DefaultValues,
  FieldErrors,
  FieldValues,
  Path,
  PathValue,
  ResolverResult,
  UseFormReturn,
} from 'react-hook-form'
import { SaveFailed } from './save-failed.tsx'
import { useUnsaved } from './unsaved.tsx'

/** The types of value that a form can hold. */
export type FormValues = FieldValues

/** A field's name: form values are flat. */
export type FieldName<V> = keyof V & string

/** Why nothing was saved, in the page's own words: what the device answered is no failed call. */
export class SaveRefused extends Error {
  readonly problem: Problem
  constructor(reason: Problem) {
    super(reason.id)
    this.name = 'SaveRefused'
    this.problem = reason
  }
}

/** Validation results by field. Errors block saving, warnings don't. */
export interface Checked<V> {
  errors: Partial<Record<FieldName<V>, Problem | undefined>>
  warnings?: Partial<Record<FieldName<V>, Problem | undefined>>
}

export interface FormOptions<V extends FieldValues> {
  /** The stored values. When they change, untouched fields follow. */
  values: V
  check?: (values: V) => Checked<V>
  /**
   * Returns the form's new values when the device stores them in another form than they were sent.
   * Throws `SaveRefused` to show a message of its own.
   */
  save: (values: V) => Promise<V | undefined | void>
  /** Called after a save, unless the form was unmounted. */
  onSaved?: (values: V) => void
  /**
   * When errors first show. `submit` is for forms with their button below the fields: an error that
   * appears on blur would move the button from under the pointer.
   */
  checkOn?: 'blur' | 'submit'
  /** The first press of Save only shows the warnings, the second saves. */
  holdOnWarnings?: boolean
  /** The page's own message for a failed save, shown before that of the fault. */
  failure?: Problem
  /** What is typed is only for this visit: leaving the page loses nothing. */
  passing?: boolean
}

export interface Form<V extends FieldValues> {
  methods: UseFormReturn<V, unknown, V>
  /** The `<form>`. */
  element: RefObject<HTMLFormElement | null>
  check: (values: V) => Checked<V>
  /** Whether there are unsaved changes, and in how many fields. */
  dirty: boolean
  changes: number
  saving: boolean
  /** Save was pressed once and needs a second press because of warnings. */
  held: boolean
  /** Whether warnings show only then. */
  holds: boolean
  failure: { fault: unknown; problem: Problem | undefined } | undefined
  /** What somebody else has stored in fields that are changed here too. */
  theirs?: Readonly<Partial<V>> | undefined
  submit: () => void
  discard: () => void
  /**
   * Ends a save that failed although the values turned out to be stored.
   * @param sent what the save sent
   * @param stored the values on the device, if they differ
   */
  settle: (sent: V, stored?: V) => void
  /**
   * Makes these values the stored ones; input that was typed since they were sent stays.
   * @param left names of values of which the input stays, because they are not stored
   */
  rebase: (sent: V, stored: V, left?: readonly string[]) => void
}

/** Unlike the form's default options, which a `reset` would inherit. */
const FULL_RESET = { keepFieldsRef: true, keepDirtyValues: false, keepErrors: false }

const nothingWrong = { errors: {} }
const noChecks = () => nothingWrong

/** How many fields of a form have changed. */
const countOf = (dirtyFields: object): number =>
  Object.values(dirtyFields).filter((dirty) => dirty === true).length

/**
 * A form over stored values: validates them by the rules of the contract, runs one save at a time,
 * and keeps the input when a save fails.
 */
export function useSettingsForm<V extends FieldValues>(options: FormOptions<V>): Form<V> {
  const { values, check = noChecks, checkOn = 'blur', holdOnWarnings = false } = options
  const { passing = false } = options
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const element = useRef<HTMLFormElement>(null)
  const mounted = useMounted()
  const methods = useForm<V, unknown, V>({
    mode: checkOn === 'blur' ? 'onTouched' : 'onSubmit',
    shouldFocusError: false,
    defaultValues: values as DefaultValues<V>,
    values,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    resolver: (current) => resolve(current, check(current)),
  })
  const { control, handleSubmit, reset, setValue, getValues } = methods
  const { dirtyFields, errors } = useFormState({ control })
  const changes = countOf(dirtyFields)
  useUnsaved(changes > 0 && !passing)

  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const [failure, setFailure] = useState<Form<V>['failure']>()
  const [heldFor, setHeldFor] = useState<string>()
  const checked = useComputed(methods, (current) => JSON.stringify(check(current)))
  // The warnings have changed since the first press: the next press only shows them again.
  if (heldFor !== undefined && heldFor !== checked) setHeldFor(undefined)

  const focusError = useErrorFocus(element, errors)
  const rebase = useCallback(
    (sent: V, stored: V, left: readonly string[] = []) => {
      const now = { ...getValues() }
      reset(stored, FULL_RESET)
      // Input typed during the save is the next change.
      for (const name of Object.keys(sent) as Path<V>[]) {
        if (left.includes(name) || !Object.is(now[name], sent[name])) {
          setValue(name, now[name], { shouldDirty: true })
        }
      }
    },
    [getValues, reset, setValue],
  )
  const settle = useCallback(
    (sent: V, stored: V = sent) => {
      const removed = document.activeElement?.closest('[data-save-bar], [role="alert"]')
      rebase(sent, stored)
      setFailure(undefined)
      setHeldFor(undefined)
      // The bar disappears with its error message, and would take the focus with it.
      if (removed) element.current?.focus({ preventScroll: true })
      latest.current.onSaved?.(sent)
    },
    [rebase],
  )

  const submit = useCallback(() => {
    if (busy.current) return
    async function save(sent: V): Promise<void> {
      const { save: doSave, failure: problem, holdOnWarnings: hold } = latest.current
      const checked = latest.current.check?.(sent)
      const key = JSON.stringify(checked ?? nothingWrong)
      const warned = Object.values(checked?.warnings ?? {}).some((warning) => warning !== undefined)
      if (hold && warned && heldFor !== key) {
        setHeldFor(key)
        return
      }
      if (busy.current) return
      busy.current = true
      setSaving(true)
      setFailure(undefined)
      try {
        const stored = (await doSave(sent)) ?? sent
        if (mounted.current) settle(sent, stored)
      } catch (fault) {
        const own = fault instanceof SaveRefused ? fault.problem : problem
        if (mounted.current) setFailure({ fault, problem: own })
      } finally {
        busy.current = false
        if (mounted.current) setSaving(false)
      }
    }
    // What a field is wrong about is the reason now.
    const refuse = () => {
      setFailure(undefined)
      focusError()
    }
    void handleSubmit(save, refuse)()
  }, [handleSubmit, heldFor, settle, mounted, focusError])

  const discard = useCallback(() => {
    reset(latest.current.values, FULL_RESET)
    setFailure(undefined)
    setHeldFor(undefined)
    element.current?.focus({ preventScroll: true })
  }, [reset])

  return useMemo(
    () => ({
      methods,
      element,
      check,
      dirty: changes > 0,
      changes,
      saving,
      held: heldFor !== undefined,
      holds: holdOnWarnings,
      failure,
      submit,
      discard,
      settle,
      rebase,
    }),
    [
      methods,
      element,
      check,
      changes,
      saving,
      heldFor,
      holdOnWarnings,
      failure,
      submit,
      discard,
      settle,
      rebase,
    ],
  )
}

/** Whether the component is still mounted, for what ends later. */
function useMounted(): RefObject<boolean> {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}

/** Returns a function that focuses the first field with an error, once the errors are rendered. */
function useErrorFocus(form: RefObject<HTMLFormElement | null>, errors: object): () => void {
  const requested = useRef(false)
  useEffect(() => {
    if (!requested.current) return
    requested.current = false
    focusFirst(form.current, errors)
  }, [form, errors])
  return useCallback(() => {
    requested.current = true
  }, [])
}

function resolve<V extends FieldValues>(values: V, { errors }: Checked<V>): ResolverResult<V, V> {
  const fieldErrors: Record<string, { type: string; message: string; problem: Problem }> = {}
  for (const [name, problem] of Object.entries<Problem | undefined>(errors)) {
    if (problem) fieldErrors[name] = { type: 'rule', message: problem.id, problem }
  }
  if (Object.keys(fieldErrors).length === 0) return { values, errors: {} }
  return { values: {}, errors: fieldErrors as unknown as FieldErrors<V> }
}

/** Focuses the first field with an error. */
function focusFirst(form: HTMLFormElement | null, errors: object): void {
  for (const field of form?.elements ?? []) {
    const name = field.getAttribute('name')
    if (name !== null && name in errors && field instanceof HTMLElement) {
      field.focus()
      // The page around a frame may have something at its top that covers the field.
      if (window.parent !== window) field.scrollIntoView({ block: 'center' })
      return
    }
  }
}

/** The current value of one field. */
export function useFieldValue<V extends FieldValues, N extends FieldName<V>>(
  form: Form<V>,
  name: N,
): V[N] {
  return useWatch({ control: form.methods.control, name: name as string as Path<V> })
}

/**
 * A text that depends on a form's values, and maybe on more: `useWatch` alone keeps its result until
 * a value changes.
 */
export function useComputed<V extends FieldValues>(
  { control, getValues }: Pick<UseFormReturn<V, unknown, V>, 'control' | 'getValues'>,
  compute: (values: V) => string,
): string {
  useWatch({ control, compute })
  return compute(getValues())
}

/** Sets a value that no control of the kit holds, as if a person had typed it. */
export function setInput<V extends FieldValues>(
  { methods }: Form<V>,
  name: FieldName<V>,
  value: unknown,
): void {
  const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true }
  methods.setValue(name as Path<V>, value as PathValue<V, Path<V>>, options)
}

/** The error of a value that no control of the kit holds. */
export function useInputError<V extends FieldValues>(
  { methods: { control } }: Form<V>,
  field: FieldName<V>,
): Problem | undefined {
  const { errors } = useFormState({ control, name: field as Path<V>, exact: true })
  return (errors[field] as { problem?: Problem } | undefined)?.problem
}

/** The current values of a form. */
export const useFormValues = <V extends FieldValues>({ methods }: Form<V>): V =>
  useWatch({ control: methods.control, compute: (values: V) => ({ ...values }) })

/** The names of the fields with an error. */
export const useWrongFields = <V extends FieldValues>(form: Form<V>): string[] =>
  Object.keys(useFormState({ control: form.methods.control }).errors)

/** Whether a save was attempted since the form was last unchanged. */
export const useTried = <V extends FieldValues>(form: Form<V>): boolean =>
  useFormState({ control: form.methods.control }).submitCount > 0

/**
 * The `<form>` element: `rows` puts labels before their controls, as on a settings page; `stack`
 * puts them above, as in a dialog or the wizard.
 */
export function SettingsForm<V extends FieldValues>(props: {
  form: Form<V>
  label: string
  layout?: 'rows' | 'stack'
  /** Where a failed save is reported: at the top, or where the page has a `SaveFailed`. */
  failureAt?: 'top' | 'elsewhere'
  children: ReactNode
}) {
  const { form, label, layout = 'rows', failureAt = 'top', children } = props
  const { element, failure, submit } = form
  return (
    <form
      ref={element}
      tabIndex={-1}
      noValidate
      aria-label={label}
      data-layout={layout}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {failureAt === 'top' && failure && <SaveFailed failure={failure} />}
      {children}
    </form>
  )
}
