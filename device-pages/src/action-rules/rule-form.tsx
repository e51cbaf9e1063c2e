import {
  addActionRule,
  removeActionRule,
  updateActionRule,
} from '@lintel/contract/calls/action-rules'
import type { ActionRule, NewActionRule } from '@lintel/contract/calls/action-rules'
import { EVENT_NAME_MAX } from '@lintel/contract/calls/recipients'
import type { Recipient } from '@lintel/contract/calls/recipients'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { setInput, SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { Text, useLanguage, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ConfirmInPlace } from '../app/confirm-in-place.tsx'
import { device } from '../app/device.ts'
import { lazyForm, lazyPart } from '../app/lazy-part.tsx'
import { useAction } from '../app/use-action.ts'
import styles from './action-rules.module.css'
import { readRules } from './read.ts'
import type { RuleState } from './read.ts'
import type { FormContext, RuleForm as Values, RuleLogic } from './values.ts'

const Fields = lazyPart(
  async () => (await import('./rule-fields.tsx')).RuleFields,
  () => import('./field-catalogues.ts?languages'),
)
const NewRecipient = lazyForm(
  async () => (await import('../recipients/recipient-form.tsx')).RecipientForm,
  async () => ({ checks: await import('../recipients/checks.ts') }),
  () => import('../recipients/form-catalogues.ts?languages'),
)

interface RuleFormProps {
  state: RuleState
  /** Undefined for a new one. */
  rule: ActionRule | undefined
  /** Whether the rule is only the beginning of a new one. */
  copies: boolean
  /** Whether the rule has been removed since it was opened. */
  isGone: boolean
  logic: RuleLogic
  again: () => Promise<void>
  onClose: () => void
}

/** A rule: when, only while, then. It is told as a sentence while a person makes it. */
export function RuleForm(props: RuleFormProps) {
  const { state, rule, copies, isGone, logic, again, onClose } = props
  const text = useText()
  const { checkForm, recipientField, ruleIn, valuesOf } = logic
  const [opened] = useState(() =>
    rule && copies
      ? { ...rule, name: freeName(text('actionRules.copyName', { name: rule.name }), state) }
      : rule,
  )
  const [added, setAdded] = useState<readonly Recipient[]>([])
  const [adding, setAdding] = useState<string>()
  const proposed = useRef('')
  const { choices } = state
  const isNew = copies || !opened
  const known = new Set(state.recipients.map(({ id }) => id))
  const recipients = [...state.recipients, ...added.filter(({ id }) => !known.has(id))]
  const context: FormContext = { opened, copies, choices, recipients }
  const [values] = useState(() => valuesOf(context))
  const others = state.rules.filter(({ id }) => isNew || id !== opened.id).map(({ name }) => name)
  const form = useSettingsForm<Values>({
    values,
    check: (typed) => ({ errors: checkForm(typed, context, others) }),
    async save(typed) {
      try {
        await save(ruleIn(typed, context), isNew || isGone ? undefined : opened)
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
  const language = useLanguage()
  useEffect(() => NewRecipient.preload(language), [language])
  const { setFocus } = form.methods
  const returned = useRef<string>(undefined)
  useEffect(() => {
    if (adding === undefined && returned.current !== undefined) setFocus(returned.current)
    returned.current = adding === undefined ? undefined : recipientField(adding)
  }, [adding, setFocus, recipientField])

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
      <div className={styles['title']}>
        <h2>{title}</h2>
        <Button icon={<ArrowLeft size={16} aria-hidden="true" />} onClick={onClose}>
          {text('actionRules.back')}
        </Button>
      </div>
      <SettingsForm form={form} label={title}>
        <Fields
          form={form}
          context={context}
          verb={text(isNew ? 'actionRules.add' : 'ui.save')}
          propose={opened ? undefined : (name) => freeName(name, state)}
          proposed={proposed}
          onAddRecipient={setAdding}
          onCancel={onClose}
        />
      </SettingsForm>
      {!isNew && !isGone && <Deletion rule={opened} again={again} onClose={onClose} />}
    </>
  )
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
