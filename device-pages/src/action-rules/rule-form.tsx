import {
  addActionRule,
  CONDITIONS_MAX,
  removeActionRule,
  updateActionRule,
} from '@lintel/contract/calls/action-rules'
import type { ActionRule, NewActionRule } from '@lintel/contract/calls/action-rules'
import { EVENT_NAME_MAX } from '@lintel/contract/calls/recipients'
import type { Recipient } from '@lintel/contract/calls/recipients'
import { problem } from '@lintel/contract/rules/problem'
import { Button, IconButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { TextField } from '@lintel/ui/fields'
import { FormActions } from '@lintel/ui/form-actions'
import type { Form } from '@lintel/ui/form'
import { setInput, SettingsForm, useFormValues, useSettingsForm } from '@lintel/ui/form'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ConfirmInPlace } from '../app/confirm-in-place.tsx'
import { device } from '../app/device.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { useAction } from '../app/use-action.ts'
import { ActionFields } from './action-fields.tsx'
import { EventFields } from './event-fields.tsx'
import { useNames } from './names.ts'
import { readRules } from './read.ts'
import type { RuleState } from './read.ts'
import { Sentence } from './sentence.tsx'
import styles from './action-rules.module.css'
import {
  checkForm,
  CONDITIONS,
  eventsFor,
  NOT_CHOSEN,
  NO_START,
  recipientField,
  ruleIn,
  valuesOf,
} from './values.ts'
import type { FormContext, RuleForm as Values } from './values.ts'

const NewRecipient = lazyPart(
  async () => (await import('../recipients/recipient-form.tsx')).RecipientForm,
)

interface RuleFormProps {
  state: RuleState
  /** Undefined for a new one. */
  rule: ActionRule | undefined
  /** Whether the rule is only the beginning of a new one. */
  copies: boolean
  again: () => Promise<void>
  onClose: () => void
}

/** A rule: when, only while, then. It is told as a sentence while a person makes it. */
export function RuleForm({ state, rule, copies, again, onClose }: RuleFormProps) {
  const text = useText()
  // What the person has seen: a version that arrives later must not overwrite what else it changed.
  const [opened] = useState(() =>
    rule && copies
      ? { ...rule, name: freeName(text('actionRules.copyName', { name: rule.name }), state) }
      : rule,
  )
  const [added, setAdded] = useState<readonly Recipient[]>([])
  const [adding, setAdding] = useState<string>()
  const { choices } = state
  const isNew = copies || !opened
  const known = new Set(state.recipients.map(({ id }) => id))
  const recipients = [...state.recipients, ...added.filter(({ id }) => !known.has(id))]
  const context: FormContext = { opened, choices, recipients }
  const [values] = useState(() => valuesOf(context))
  const others = state.rules.filter(({ id }) => isNew || id !== opened.id).map(({ name }) => name)
  const form = useSettingsForm<Values>({
    values,
    check: (typed) => ({ errors: checkForm(typed, context, others) }),
    async save(typed) {
      try {
        await save(ruleIn(typed, context), isNew ? undefined : opened)
      } finally {
        await again()
      }
    },
    onSaved({ name }) {
      showToast({ status: 'ok', text: text('ui.saved', { name: name.trim() }) })
      onClose()
    },
    checkOn: 'submit',
    failure: problem('ui.notSaved'),
  })
  useEffect(() => NewRecipient.preload(), [])
  useProposedName(form, state, opened === undefined)
  const { setFocus } = form.methods
  const returned = useRef<string>(undefined)
  useEffect(() => {
    if (adding === undefined && returned.current !== undefined) setFocus(returned.current)
    returned.current = adding === undefined ? undefined : recipientField(adding)
  }, [adding, setFocus])

  if (adding !== undefined) {
    return (
      <NewRecipient
        recipient={undefined}
        recipients={recipients}
        choices={choices}
        template={adding}
        again={again}
        onSaved={(saved) => {
          setAdded((all) => [...all, saved])
          setInput(form, recipientField(saved.template), saved.id)
          setAdding(undefined)
        }}
        onCancel={() => setAdding(undefined)}
      />
    )
  }
  const title = isNew ? text('actionRules.add') : text('ui.editNamed', { name: opened.name })
  return (
    <>
      <SettingsForm form={form} label={title}>
        <Card title={text('actionRules.form.when')}>
          <EventFields
            form={form}
            context={context}
            place="start"
            label={text('actionRules.start')}
          />
        </Card>
        <Conditions form={form} context={context} />
        <Card title={text('actionRules.form.then')}>
          <ActionFields form={form} context={context} onAddRecipient={setAdding} />
        </Card>
        <Card title={text('actionRules.form.rule')}>
          <TextField
            form={form}
            name="name"
            label={text('ui.name')}
            autoComplete="off"
            maxLength={EVENT_NAME_MAX}
          />
          <Told form={form} context={context} />
          <div className={styles['actions']}>
            <FormActions form={form} verb={text(isNew ? 'actionRules.add' : 'ui.save')}>
              <Button disabled={form.saving} onClick={onClose}>
                {text('ui.cancel')}
              </Button>
            </FormActions>
          </div>
        </Card>
      </SettingsForm>
      {!isNew && rule && <Deletion rule={rule} again={again} onClose={onClose} />}
    </>
  )
}

/** The conditions, which can be added and removed. */
function Conditions({ form, context }: { form: Form<Values>; context: FormContext }) {
  const text = useText()
  const typed = useFormValues(form)
  const add = useRef<HTMLButtonElement>(null)
  const [fresh, setFresh] = useState<string>()
  const shown = CONDITIONS.filter((place) => (typed[place] ?? '') !== '')
  const { setFocus } = form.methods
  useEffect(() => {
    if (fresh !== undefined) setFocus(fresh)
  }, [fresh, setFocus])

  function addOne(): void {
    const place = CONDITIONS.find((one) => typed[one] === '')
    if (place === undefined) return
    // Most conditions are times.
    const schedules = eventsFor(context).find(({ id }) => id === 'schedule')?.items[0]?.options
    setInput(form, place, schedules && schedules.length > 0 ? 'schedule' : NOT_CHOSEN)
    setFresh(place)
  }

  function remove(place: string): void {
    setInput(form, place, '')
    setFresh(undefined)
    add.current?.focus()
  }

  return (
    <Card
      title={text('actionRules.form.while')}
      note={shown.length === 0 ? text('actionRules.conditions.none') : undefined}
      actions={
        <Button
          ref={add}
          icon={<Plus size={16} aria-hidden="true" />}
          off={shown.length >= CONDITIONS_MAX}
          onClick={addOne}
        >
          {text('actionRules.conditions.add')}
        </Button>
      }
    >
      {shown.map((place, index) => (
        <EventFields
          key={place}
          form={form}
          context={context}
          place={place}
          label={text('actionRules.condition', { number: index + 1 })}
          action={
            <IconButton
              label={text('actionRules.condition.remove', { number: index + 1 })}
              icon={<X size={16} />}
              onClick={() => remove(place)}
            />
          }
        />
      ))}
    </Card>
  )
}

/** The rule as a sentence, once there is something to tell. */
function Told({ form, context }: { form: Form<Values>; context: FormContext }) {
  const text = useText()
  const typed = useFormValues(form)
  const complete = typed.start !== '' && typed.action !== ''
  return (
    <p className={complete ? styles['told'] : styles['hint']} data-field="sentence">
      {complete ? (
        <Sentence rule={ruleIn(typed, context)} {...context} />
      ) : (
        text('actionRules.incomplete')
      )}
    </p>
  )
}

/** Proposes a name as soon as a person has chosen an event and an action, unless they have typed one. */
function useProposedName(form: Form<Values>, state: RuleState, proposes: boolean): void {
  const names = useNames()
  const { text } = names
  const { start, action } = useFormValues(form)
  const proposed = useRef('')
  const wanted =
    proposes && start !== '' && action !== ''
      ? freeName(
          start === NO_START
            ? names.action(action)
            : text('actionRules.name.proposed', {
                event: names.event(start),
                action: names.action(action),
              }),
          state,
        )
      : ''
  useEffect(() => {
    const now = form.methods.getValues('name')
    if (wanted === '' || (now !== '' && now !== proposed.current)) return
    proposed.current = wanted
    setInput(form, 'name', wanted)
    // oxlint-disable-next-line react/exhaustive-deps -- only another choice proposes another name
  }, [start, action])
}

/** A name as long as it may be that no rule has, with a number if need be. */
function freeName(name: string, { rules }: RuleState): string {
  const taken = new Set(rules.map((one) => one.name))
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` ${number}`
    const free = name.slice(0, EVENT_NAME_MAX - end.length).trim() + end
    if (!taken.has(free)) return free
  }
}

/** A save whose response was lost has succeeded if the device has what was typed. */
async function save(written: NewActionRule, opened: ActionRule | undefined): Promise<void> {
  try {
    if (opened) {
      const { id, version } = opened
      await device.call(updateActionRule, { ...written, id, version })
    } else {
      await device.call(addActionRule, written)
    }
  } catch (fault) {
    const now = await readRules().catch(() => [])
    const stored = now.find((row) =>
      opened ? row.id === opened.id && row.version !== opened.version : row.name === written.name,
    )
    if (!stored || !has(stored, written)) throw fault
  }
}

function has(stored: ActionRule, written: NewActionRule): boolean {
  const names = Object.keys(written) as (keyof NewActionRule)[]
  return (
    (stored.start !== undefined) === (written.start !== undefined) &&
    names.every((name) => sorted(stored[name]) === sorted(written[name]))
  )
}

/** A value as text, whatever the order of its members. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

function Deletion(props: { rule: ActionRule; again: () => Promise<void>; onClose: () => void }) {
  const { rule, again, onClose } = props
  const { id, version, name } = rule
  const text = useText()
  const faultText = useFaultText()
  const { busy, failure, run } = useAction(again)

  async function remove(): Promise<void> {
    try {
      await device.call(removeActionRule, { id, version })
    } catch (fault) {
      const now = await readRules().catch(() => undefined)
      if (!now || now.some((row) => row.id === id)) throw fault
    }
    showToast({ status: 'ok', text: text('ui.deleted', { name }) })
    onClose()
  }

  return (
    <Card title={text('actionRules.delete')}>
      {failure !== undefined && <Notice status="crit" title={faultText(failure)} />}
      <ConfirmInPlace
        verb={text('actionRules.delete')}
        question={<Text id="actionRules.confirmDelete" values={{ name }} />}
        busy={busy}
        onConfirm={() => run(remove)}
      />
    </Card>
  )
}
