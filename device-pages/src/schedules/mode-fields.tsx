import type { MessageId } from '@lintel/contract/messages'
import { RadioField, SelectField, SwitchField, TextField } from '@lintel/ui/fields'
import { setInput, useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useEffect, useRef } from 'react'
import { calendarOf, UNITS } from './plan.ts'
import { checkSchedule, MODES, planIn } from './values.ts'
import type { Kind, ScheduleValues } from './values.ts'
import { WeekdaysField } from './weekdays-field.tsx'

const LAST_DAY = '-1'
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1))

type OneMode = (typeof MODES)[Kind][number]
/** Both kinds of schedules can go by weekdays. */
const modeLabel = (mode: OneMode): MessageId =>
  mode === 'weekdays' ? 'schedules.mode.weekly' : `schedules.mode.${mode}`

interface FieldsProps {
  form: Form<ScheduleValues>
}

/**
 * When a schedule is active or happens, in one of several ways.
 * @param isOwnText whether it was opened as text, which nothing else overwrites
 */
export function ModeFields(props: FieldsProps & { kind: Kind; isOwnText: boolean }) {
  const { form, kind, isOwnText } = props
  const text = useText()
  const mode = useFieldValue(form, 'mode')
  useCalendarText(form, kind, isOwnText)
  return (
    <>
      <RadioField
        form={form}
        name="mode"
        label={text('schedules.when')}
        options={MODES[kind].map((value) => ({ value, label: text(modeLabel(value)) }))}
      />
      {mode === 'weekly' && <WeeklyFields form={form} />}
      {mode === 'dates' && <DatesFields form={form} />}
      {mode === 'every' && <EveryFields form={form} />}
      {mode === 'days' && <DaysFields form={form} />}
      {mode === 'weekdays' && <WeekdaysField form={form} />}
      {mode === 'monthly' && <MonthDayField form={form} />}
      {mode !== 'every' && kind === 'Pulse' && mode !== 'text' && <TimeField form={form} />}
      {mode === 'text' && (
        <TextField
          form={form}
          name="calendar"
          label={text('schedules.calendar')}
          help={text('schedules.calendar.help')}
          lines={8}
          mono
        />
      )}
    </>
  )
}

/** Whoever goes on to the text sees what the form says so far, unless they have written it. */
function useCalendarText(form: Form<ScheduleValues>, kind: Kind, isOwnText: boolean): void {
  const mode = useFieldValue(form, 'mode')
  const before = useRef(mode)
  const made = useRef(isOwnText ? undefined : form.methods.getValues('calendar'))
  useEffect(() => {
    const from = before.current
    before.current = mode
    if (mode !== 'text' || from === 'text') return
    const values = { ...form.methods.getValues(), mode: from }
    if (values.calendar !== made.current) return
    const { name: _, ...wrong } = checkSchedule(values, kind, [])
    if (Object.keys(wrong).length > 0) return
    made.current = calendarOf(planIn(values))
    setInput(form, 'calendar', made.current)
  }, [form, kind, mode])
}

function WeeklyFields({ form }: FieldsProps) {
  const text = useText()
  const allDay = useFieldValue(form, 'allDay')
  return (
    <>
      <WeekdaysField form={form} />
      <SwitchField form={form} name="allDay" label={text('schedules.allDay')} />
      {!allDay && (
        <>
          <TextField
            form={form}
            name="from"
            label={text('schedules.fromTime')}
            help={text('schedules.time.help')}
            autoComplete="off"
            maxLength={5}
          />
          <TextField
            form={form}
            name="to"
            label={text('schedules.toTime')}
            help={text('schedules.toTime.help')}
            autoComplete="off"
            maxLength={5}
          />
        </>
      )}
    </>
  )
}

function DatesFields({ form }: FieldsProps) {
  const text = useText()
  return (
    <>
      <TextField
        form={form}
        name="dates"
        label={text('schedules.dates')}
        help={text('schedules.dates.help')}
        lines={5}
      />
      <SwitchField
        form={form}
        name="yearly"
        label={text('schedules.yearly')}
        help={text('schedules.yearly.help')}
      />
    </>
  )
}

function EveryFields({ form }: FieldsProps) {
  const text = useText()
  return (
    <>
      <TextField
        form={form}
        name="count"
        label={text('schedules.count')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
      />
      <SelectField
        form={form}
        name="unit"
        label={text('schedules.unit')}
        options={UNITS.map((unit) => ({ value: unit, label: text(`schedules.unit.${unit}`) }))}
      />
    </>
  )
}

function DaysFields({ form }: FieldsProps) {
  const text = useText()
  const dayCount = useFieldValue(form, 'dayCount')
  return (
    <>
      <TextField
        form={form}
        name="dayCount"
        label={text('schedules.dayCount')}
        help={text('schedules.dayCount.help')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
      />
      {Number(dayCount) > 1 && (
        <TextField
          form={form}
          name="firstDay"
          label={text('schedules.firstDay')}
          help={text('schedules.firstDay.help')}
          autoComplete="off"
          maxLength={10}
        />
      )}
    </>
  )
}

function MonthDayField({ form }: FieldsProps) {
  const text = useText()
  const last = { value: LAST_DAY, label: text('schedules.lastDay') }
  return (
    <SelectField
      form={form}
      name="monthDay"
      label={text('schedules.monthDay')}
      help={text('schedules.monthDay.help')}
      options={[...MONTH_DAYS.map((day) => ({ value: day, label: day })), last]}
    />
  )
}

function TimeField({ form }: FieldsProps) {
  const text = useText()
  return (
    <TextField
      form={form}
      name="time"
      label={text('schedules.time')}
      help={text('schedules.time.help')}
      autoComplete="off"
      maxLength={5}
    />
  )
}
