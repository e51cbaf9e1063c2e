import type { ParameterKind, TemplateParameter } from '@lintel/contract/action-rules/templates'
import { PasswordField, SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { useFieldValue } from '@lintel/ui/form'
import type { ComponentProps } from 'react'

export interface Option {
  value: string
  label: string
}

/**
 * The field of a template's parameter, by its kind. A parameter with options is chosen from them;
 * a value that is not among them stays as it is until another one is chosen.
 */
export function ParameterField<V extends FormValues>(props: {
  form: Form<V>
  name: FieldName<V>
  parameter: TemplateParameter
  label: string
  help?: string | undefined
  options?: readonly Option[] | undefined
  /** The accessible name of the button that shows a password, where there are several. */
  revealLabel?: string | undefined
}) {
  const { form, name, parameter, label, help, options, revealLabel } = props
  const field = { form, name, label, ...(help !== undefined && { help }) }
  if (options) return <ChosenField {...props} options={options} />
  if (parameter.kind === 'switch') return <SwitchField {...field} />
  if (parameter.kind === 'secret') {
    return <PasswordField {...field} foreign {...(revealLabel !== undefined && { revealLabel })} />
  }
  return <TextField {...field} {...TEXT[parameter.kind]} autoComplete="off" />
}

/** How a text is entered. */
const TEXT: Partial<
  Record<ParameterKind, Pick<ComponentProps<typeof TextField>, 'inputMode' | 'lines' | 'mono'>>
> = {
  longText: { lines: 4 },
  number: { inputMode: 'numeric' },
  port: { inputMode: 'numeric' },
  // As the type of an input it would refuse several addresses.
  email: { inputMode: 'email', mono: true },
  url: { inputMode: 'url', mono: true },
  host: { mono: true },
}

function ChosenField<V extends FormValues>(
  props: Parameters<typeof ParameterField<V>>[0] & { options: readonly Option[] },
) {
  const { form, name, label, help, options } = props
  const value = String(useFieldValue(form, name))
  const known = options.some((option) => option.value === value)
  return (
    <SelectField
      form={form}
      name={name}
      label={label}
      help={help}
      options={known ? options : [{ value, label: value }, ...options]}
    />
  )
}
