import { optionsOf } from '@lintel/contract/action-rules/options-of'
import { recipientTemplate } from '@lintel/contract/action-rules/templates'
import type { ActionTemplate, TemplateParameter } from '@lintel/contract/action-rules/templates'
import { Button } from '@lintel/ui/button'
import { RadioField, SelectField, TextField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { useFieldValue, useFormValues } from '@lintel/ui/form'
import { ParameterField } from '../app/parameter-field.tsx'
import type { Option } from '../app/parameter-field.tsx'
import { placeOf } from '../recipients/names.ts'
import { ACTIONS, actionsIn, canLast, DOOR, isAction, shownIn, templateOf } from './actions.ts'
import type { ActionId } from './actions.ts'
import { useNames } from './names.ts'
import type { Names } from './names.ts'
import { OWN_RECIPIENT, parameterField, recipientField } from './values.ts'
import type { FormContext, RuleForm } from './values.ts'

interface ActionFieldsProps {
  form: Form<RuleForm>
  context: FormContext
  /** Lets a person add a recipient of this type. */
  onAddRecipient: (template: string) => void
}

/** What the rule does: the action, how long, to whom, and how. */
export function ActionFields({ form, context, onAddRecipient }: ActionFieldsProps) {
  const names = useNames()
  const { text } = names
  const { choices } = context
  const { action, runs } = useFormValues(form)
  const template = templateOf(action, runs)
  const listed = actionsIn(choices)
  const all: ActionId[] =
    isAction(action) && !listed.includes(action) ? [...listed, action] : listed
  return (
    <>
      <SelectField
        form={form}
        name="action"
        label={text('actionRules.action')}
        options={[
          { value: '', label: text('actionRules.choose') },
          ...all.map((id) => ({
            value: id,
            label: names.action(id),
            group: text(`actionRules.group.${ACTIONS[id].group}`),
          })),
        ]}
      />
      {canLast(action) && (
        <RadioField
          form={form}
          name="runs"
          label={text('actionRules.runs')}
          options={[
            { value: 'fixed', label: text('actionRules.runs.fixed') },
            {
              value: 'unlimited',
              label: text('actionRules.runs.unlimited'),
              help: text('actionRules.runs.unlimited.help'),
            },
          ]}
        />
      )}
      {template?.recipient !== undefined && (
        <RecipientField
          key={template.recipient}
          form={form}
          context={context}
          token={template.recipient}
          action={action}
          onAdd={onAddRecipient}
        />
      )}
      {template && (
        <ParameterFields form={form} context={context} template={template} action={action} />
      )}
      {template && (
        <TextField
          form={form}
          name="delay"
          label={text('actionRules.delay')}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      {template?.isDelivery && (
        <TextField
          form={form}
          name="retries"
          label={text('actionRules.retries')}
          help={text('actionRules.retries.help')}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </>
  )
}

/** The recipients of one type, and a way to add one. */
function RecipientField(props: {
  form: Form<RuleForm>
  context: FormContext
  token: string
  action: string
  onAdd: (template: string) => void
}) {
  const { form, context, token, action, onAdd } = props
  const { opened, recipients, choices } = context
  const { text } = useNames()
  const name = recipientField(token)
  const value = useFieldValue(form, name)
  const fitting = recipients.filter(({ template }) => template === token)
  const own = opened?.recipient === '' && templateOf(action, 'fixed')?.token === opened.template
  const place = opened ? placeOf(opened, choices) : ''
  const losesPassword =
    context.copies &&
    value === OWN_RECIPIENT &&
    recipientTemplate(token)?.parameters.some(({ kind }) => kind === 'secret')
  const help = losesPassword
    ? text('actionRules.recipient.copied')
    : fitting.length === 0 && !own
      ? text('actionRules.recipient.none')
      : undefined
  const known = ['', OWN_RECIPIENT, ...fitting.map(({ id }) => id)].includes(value)
  return (
    <SelectField
      form={form}
      name={name}
      label={text('actionRules.recipient')}
      help={help}
      options={[
        ...(value === '' || !known ? [{ value: '', label: text('actionRules.choose') }] : []),
        ...(known ? [] : [{ value, label: text('ui.unknown') }]),
        ...(own
          ? [{ value: OWN_RECIPIENT, label: `${place} (${text('actionRules.recipient.own')})` }]
          : []),
        ...fitting.map(({ id, name: label }) => ({ value: id, label })),
      ]}
      action={<Button onClick={() => onAdd(token)}>{text('recipients.add')}</Button>}
    />
  )
}

function ParameterFields(props: {
  form: Form<RuleForm>
  context: FormContext
  template: ActionTemplate
  action: string
}) {
  const { form, context, template, action } = props
  const names = useNames()
  const typed = useFormValues(form)
  const valueOf = (name: string) => typed[parameterField(action, name)] ?? ''
  const isUseful = ({ name }: TemplateParameter) => {
    // Only what flashes has an interval, and a GET request has no content.
    if (name === 'interval') return valueOf('color').includes(',')
    if (name === 'body') return valueOf('method') !== 'GET' || valueOf('body') !== ''
    return true
  }
  return shownIn(template, action)
    .filter(isUseful)
    .map((parameter) => {
      const options = namedOptions(parameter, action, context, names)
      const none = options?.length === 0
      const help = none ? names.text('actionRules.noneThere') : helpOf(parameter, action, names)
      return (
        <ParameterField
          key={`${action} ${parameter.name}`}
          form={form}
          name={parameterField(action, parameter.name)}
          parameter={parameter}
          label={labelOf(parameter, template, action, names)}
          help={help}
          options={options}
        />
      )
    })
}

/** Parameters that have the text of another one. */
const SAME_TEXT: Readonly<Record<string, string>> = { custom_params: 'parameters' }

function labelOf(
  { kind, name }: TemplateParameter,
  { runs }: ActionTemplate,
  action: string,
  { text, hasText, event }: Names,
): string {
  if (kind === 'output' && action === DOOR) return text('actionRules.kind.door')
  if (kind === 'output' || kind === 'virtualInput') return event(kind)
  if (kind === 'sipAccount') return event('sipAccount')
  if (kind === 'disk') return event('storage')
  if (kind === 'clip') return text('actionRules.kind.clip')
  if (name === 'post_duration' && runs === 'unlimited') {
    return text('actionRules.parameter.post_duration.unlimited')
  }
  const id = `actionRules.parameter.${SAME_TEXT[name] ?? name}`
  return hasText(id) ? text(id) : name
}

function helpOf(
  { name, min }: TemplateParameter,
  action: string,
  { text, hasText }: Names,
): string | undefined {
  if (name === 'duration' && action === DOOR) return text('actionRules.parameter.duration.door')
  const id = `actionRules.parameter.${SAME_TEXT[name] ?? name}.help`
  // A duration of 0 has a meaning of its own only where it is allowed.
  return hasText(id) && !(name === 'duration' && min !== 0) ? text(id) : undefined
}

/** What a parameter is chosen from, as people call it; undefined if it isn't. */
function namedOptions(
  { kind, name, options }: TemplateParameter,
  action: string,
  { choices }: FormContext,
  { text, hasText, portName, diskName }: Names,
): Option[] | undefined {
  const there = action === DOOR && kind === 'output' ? choices.doors : optionsOf(kind, choices)
  if (there) {
    const usual = { value: '', label: text('actionRules.account.usual') }
    return [
      ...(kind === 'sipAccount' ? [usual] : []),
      ...there.map(({ value, label }) => {
        if (kind === 'output') return { value, label: portName(label) }
        return { value, label: kind === 'disk' ? diskName(value) : label }
      }),
    ]
  }
  return options?.map((value) => {
    if (name === 'retained') return { value, label: text(value === 'true' ? 'ui.yes' : 'ui.no') }
    const id = `actionRules.${name}.${value.replace(',', '.')}`
    return { value, label: hasText(id) ? text(id) : value }
  })
}
