import { SelectField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { useFieldValue } from '@lintel/ui/form'
import type { ReactNode } from 'react'
import { EVENT_GROUPS, isChosen } from './events.ts'
import type { KnownEvent, KnownItem } from './events.ts'
import { useNames } from './names.ts'
import { eventsFor, itemField, NOT_CHOSEN, NO_START, OTHER_EVENT } from './values.ts'
import type { FormContext, RuleForm } from './values.ts'

interface EventFieldsProps {
  form: Form<RuleForm>
  context: FormContext
  /** `start`, or the place of a condition. */
  place: string
  label: string
  /** Next to the event, such as a button that removes a condition. */
  action?: ReactNode
}

/** An event, and which one of its kind it has to be. */
export function EventFields({ form, context, place, label, action }: EventFieldsProps) {
  const names = useNames()
  const { text } = names
  const chosen = useFieldValue(form, place)
  const isStart = place === 'start'
  const events = eventsFor(context).filter(({ stateful }) => isStart || stateful)
  const event = events.find(({ id }) => id === chosen)
  const options = [
    { value: isStart ? '' : NOT_CHOSEN, label: text('actionRules.choose') },
    ...(chosen === OTHER_EVENT
      ? [
          {
            value: OTHER_EVENT,
            label: text('actionRules.another', { topic: topicOf(place, context) }),
          },
        ]
      : []),
    ...events.map(({ id }) => ({
      value: id,
      label: names.event(id),
      group: text(`actionRules.group.${groupOf(id)}`),
    })),
    ...(isStart
      ? [
          {
            value: NO_START,
            label: text('actionRules.start.none'),
            group: text('actionRules.group.other'),
          },
        ]
      : []),
  ]
  return (
    <>
      <SelectField form={form} name={place} label={label} options={options} action={action} />
      {event?.items.filter(isChosen).map((item) => (
        <ItemField
          key={`${event.id} ${item.name}`}
          form={form}
          place={place}
          event={event}
          item={item}
        />
      ))}
    </>
  )
}

const groupOf = (id: string) => EVENT_GROUPS[id as keyof typeof EVENT_GROUPS]

function topicOf(place: string, { opened }: FormContext): string {
  const filter =
    place === 'start' ? opened?.start : opened?.conditions[Number(place.replace('c', ''))]
  return filter?.topic ?? ''
}

function ItemField(props: {
  form: Form<RuleForm>
  place: string
  event: KnownEvent
  item: KnownItem
}) {
  const { form, place, event, item } = props
  const names = useNames()
  const { text } = names
  const name = itemField(place, event.id, item.name)
  const value = useFieldValue(form, name)
  const stored: unknown = form.methods.formState.defaultValues?.[name]
  const known = item.options.map((option) => ({
    value: option.value,
    label: names.option(event.id, item, option),
  }))
  const isThere = value === '' || known.some((option) => option.value === value)
  // A condition is about one of them, and a state says which, unless a client made it without.
  const offersAny = stored === '' || (place === 'start' && item.isState !== true)
  return (
    <SelectField
      form={form}
      name={name}
      label={names.item(item)}
      help={item.from && known.length === 0 ? text('actionRules.noneThere') : undefined}
      options={[
        ...(offersAny ? [{ value: '', label: text('actionRules.any') }] : []),
        ...known,
        ...(isThere ? [] : [{ value, label: value }]),
      ]}
    />
  )
}
