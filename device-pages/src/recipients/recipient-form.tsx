import { recipientTemplate } from '@lintel/contract/action-rules/templates'
import type { RecipientTemplate } from '@lintel/contract/action-rules/templates'
import { optionsOf } from '@lintel/contract/action-rules/options-of'
import type { ActionChoices } from '@lintel/contract/calls/action-rules'
import { addRecipient, updateRecipient } from '@lintel/contract/calls/recipients'
import type { Recipient } from '@lintel/contract/calls/recipients'
import { problem } from '@lintel/contract/rules/problem'
import { Row } from '@lintel/ui/card'
import { SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { setInput, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { useHasText, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { device } from '../app/device.ts'
import { ParameterField } from '../app/parameter-field.tsx'
import { Task } from '../app/task.tsx'
import { useTypeName } from './names.ts'
import { readRecipients } from './read.ts'
import { RecipientTest } from './recipient-test.tsx'
import styles from './recipients.module.css'
import type { RecipientChecks } from './checks.ts'
import { fieldOf, MAIL_PORTS, parametersIn, shownIn, valuesOf } from './values.ts'
import type { RecipientForm as Values } from './values.ts'

interface RecipientFormProps {
  /** Undefined for a new one. */
  recipient: Recipient | undefined
  recipients: readonly Recipient[]
  choices: ActionChoices
  checks: RecipientChecks
  /** The only type that a new one may have. */
  template?: string
  /** Reads the recipients again. */
  again: () => Promise<void>
  onSaved: (saved: Recipient) => void
  onCancel: () => void
}

/** A recipient: its type, then what the type needs, with a test of what was typed. */
export function RecipientForm(props: RecipientFormProps) {
  const { recipient, recipients, choices, checks, template, again, onSaved, onCancel } = props
  const text = useText()
  const typeName = useTypeName()
  // What the person has seen: a version that arrives later must not overwrite what else it changed.
  const [opened] = useState(recipient)
  const [values] = useState(() => valuesOf(opened, template ?? choices.recipientTemplates[0] ?? ''))
  // One that somebody else has deleted is added again; its secrets are gone with it.
  const isGone = opened !== undefined && !recipients.some(({ id }) => id === opened.id)
  const known = isGone ? undefined : opened
  const others = recipients.filter(({ id }) => id !== opened?.id).map(({ name }) => name)
  const saved = useRef<Recipient>(undefined)
  const form = useSettingsForm<Values>({
    values,
    check: (typed) => ({ errors: checks.checkForm(typed, known, choices, others) }),
    async save(typed) {
      try {
        saved.current = await save(typed, known)
      } finally {
        await again()
      }
    },
    onSaved({ name }) {
      showToast({ status: 'ok', text: text('ui.saved', { name: name.trim() }) })
      if (saved.current) onSaved(saved.current)
    },
    checkOn: 'submit',
    failure: problem('ui.notSaved'),
  })
  const chosen = useFieldValue(form, 'template')
  const type = recipientTemplate(chosen)
  return (
    <Task
      form={form}
      title={opened ? text('ui.editNamed', { name: opened.name }) : text('recipients.add')}
      verb={text(opened ? 'ui.save' : 'recipients.add')}
      onCancel={onCancel}
    >
      {opened || template !== undefined ? (
        <Row name={text('recipients.type')}>
          <p className={styles['fixed']}>{typeName(chosen)}</p>
        </Row>
      ) : (
        <SelectField
          form={form}
          name="template"
          label={text('recipients.type')}
          options={choices.recipientTemplates.map((token) => ({
            value: token,
            label: typeName(token),
          }))}
        />
      )}
      <TextField
        form={form}
        name="name"
        label={text('ui.name')}
        help={text('recipients.name.help')}
        autoComplete="off"
      />
      {type && (
        <Parameters key={type.id} form={form} type={type} opened={known} choices={choices} />
      )}
      <RecipientTest form={form} opened={known} choices={choices} checks={checks} />
    </Task>
  )
}

function Parameters(props: {
  form: Form<Values>
  type: RecipientTemplate
  opened: Recipient | undefined
  choices: ActionChoices
}) {
  const { form, type, opened, choices } = props
  const text = useText()
  const proxied = useFieldValue(form, 'proxy')
  const all = shownIn(type)
  const open = useFieldValue(form, fieldOf('smtp', 'encryption')) === 'none' && type.id === 'smtp'
  const own = all.filter(
    // Without encryption there is no certificate.
    ({ name }) => !name.startsWith('proxy_') && !(open && name === 'validate_server_cert'),
  )
  const proxy = all.filter(({ name }) => name.startsWith('proxy_'))
  const rest = { form, type, opened, choices }
  useMailPort(form, type)
  return (
    <>
      {own.map((parameter) => (
        <Parameter key={parameter.name} {...rest} parameter={parameter} />
      ))}
      {type.id === 'networkshare' && choices.shares.length === 0 && (
        <Notice title={text('recipients.noShares')} />
      )}
      {proxy.length > 0 && (
        <SwitchField form={form} name="proxy" label={text('recipients.proxy')} />
      )}
      {proxied &&
        proxy.map((parameter) => (
          <Parameter key={parameter.name} {...rest} parameter={parameter} />
        ))}
    </>
  )
}

/** Follows the encryption with the port, as long as it is a usual one. */
function useMailPort(form: Form<Values>, { id }: RecipientTemplate): void {
  const encryption = String(useFieldValue(form, fieldOf('smtp', 'encryption')))
  const before = useRef(encryption)
  useEffect(() => {
    const was = before.current
    before.current = encryption
    if (id !== 'smtp' || was === encryption) return
    const field = fieldOf(id, 'port')
    const usual = MAIL_PORTS[encryption]
    if (usual !== undefined && form.methods.getValues(field) === MAIL_PORTS[was]) {
      setInput(form, field, usual)
    }
  }, [form, id, encryption])
}

function Parameter(
  props: Parameters<typeof Parameters>[0] & { parameter: ReturnType<typeof shownIn>[number] },
) {
  const { form, type, opened, choices, parameter } = props
  const { name, kind, options } = parameter
  const text = useText()
  const hasText = useHasText()
  const labels: Record<string, string> = {
    login: text('ui.userName'),
    password: text('ui.password'),
  }
  const id = `recipients.parameter.${name}`
  const helpId = `recipients.parameter.${name}.help`
  const kept = kind === 'secret' && opened?.secrets.includes(name)
  const help = kept ? text('ui.passwordKept') : hasText(helpId) ? text(helpId) : undefined
  const labelOf = (value: string) => {
    const option = `recipients.${name}.${value}`
    return hasText(option) ? text(option) : value
  }
  return (
    <ParameterField
      form={form}
      name={fieldOf(type.id, name)}
      parameter={parameter}
      label={labels[name] ?? (hasText(id) ? text(id) : name)}
      help={help}
      options={
        options?.map((value) => ({ value, label: labelOf(value) })) ?? optionsOf(kind, choices)
      }
      revealLabel={name === 'proxy_password' ? text('recipients.showProxyPassword') : undefined}
    />
  )
}

/** A save whose response was lost has succeeded if the device has what was typed. */
async function save(typed: Values, opened: Recipient | undefined): Promise<Recipient> {
  const written = {
    name: typed.name.trim(),
    template: typed.template,
    parameters: parametersIn(typed, opened),
  }
  try {
    if (!opened) return await device.call(addRecipient, written)
    const { id, version } = opened
    return await device.call(updateRecipient, { ...written, id, version })
  } catch (fault) {
    const now = await readRecipients().catch(() => [])
    const stored = now.find((row) =>
      opened ? row.id === opened.id && row.version !== opened.version : row.name === written.name,
    )
    if (!stored || !has(stored, written)) throw fault
    return stored
  }
}

/** Whether a recipient has these values; of secrets only that they are set can be seen. */
function has(
  stored: Recipient,
  { name, template, parameters }: Pick<Recipient, 'name' | 'template' | 'parameters'>,
): boolean {
  const kinds = new Map(recipientTemplate(template)?.parameters.map((one) => [one.name, one.kind]))
  return (
    stored.name === name &&
    stored.template === template &&
    Object.entries(parameters).every(([key, value]) =>
      kinds.get(key) === 'secret'
        ? stored.secrets.includes(key) === (value !== '')
        : stored.parameters[key] === value,
    )
  )
}
