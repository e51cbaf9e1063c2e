import { CONDITIONS_MAX } from '@lintel/contract/calls/action-rules'
import { EVENT_NAME_MAX } from '@lintel/contract/calls/recipients'
import { Button, IconButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { TextField } from '@lintel/ui/fields'
import { FormActions } from '@lintel/ui/form-actions'
import type { Form } from '@lintel/ui/form'
import { setInput, useFormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Plus, X } from 'lucide-react'
import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { ActionFields } from './action-fields.tsx'
import styles from './action-rules.module.css'
import { EventFields } from './event-fields.tsx'
import { useNames } from './names.ts'
import { Sentence } from './sentence.tsx'
import { CONDITIONS, eventsFor, NOT_CHOSEN, NO_START, ruleIn } from './values.ts'
import type { FormContext, RuleForm as Values } from './values.ts'

interface RuleFieldsProps {
  form: Form<Values>
  context: FormContext
  /** The verb on the button that saves. */
  verb: string
  /** Makes a name free, for a rule that has none yet. */
  propose: ((name: string) => string) | undefined
  /** The name that was proposed last, which isn't a person's. */
  proposed: RefObject<string>
  onAddRecipient: (template: string) => void
  onCancel: () => void
}

/** When, only while, then; and the sentence that they make. */
export function RuleFields(props: RuleFieldsProps) {
  const { form, context, verb, onAddRecipient, onCancel } = props
  const text = useText()
  useProposedName(props)
  return (
    <>
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
        <ActionFields form={form} context={context} onAddRecipient={onAddRecipient} />
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
          <FormActions form={form} verb={verb}>
            <Button disabled={form.saving} onClick={onCancel}>
              {text('ui.cancel')}
            </Button>
          </FormActions>
        </div>
      </Card>
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

/** Proposes a name as soon as an event and an action are chosen, unless a person has typed one. */
function useProposedName({ form, propose, proposed }: RuleFieldsProps): void {
  const names = useNames()
  const { start, action } = useFormValues(form)
  const wanted = names.text('actionRules.name.proposed', {
    event: names.event(start),
    action: names.action(action),
  })
  useEffect(() => {
    const now = form.methods.getValues('name')
    const typed = now !== '' && now !== proposed.current
    if (!propose || start === '' || action === '' || typed) return
    proposed.current = propose(start === NO_START ? names.action(action) : wanted)
    setInput(form, 'name', proposed.current)
    // oxlint-disable-next-line react/exhaustive-deps -- only another choice proposes another name
  }, [start, action])
}
