import type { ScheduleRow } from '@lintel/contract/calls/schedule-rows'
import { problem } from '@lintel/contract/rules/problem'
import { TextField } from '@lintel/ui/fields'
import { useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { DeletedNotice } from '../app/deleted-notice.tsx'
import { Task } from '../app/task.tsx'
import { Deletion } from './deletion.tsx'
import type { FormsProps } from './forms-props.ts'
import { ModeFields } from './mode-fields.tsx'
import { add, change } from './save.ts'
import { TEXTS } from './texts.ts'
import { calendarFor, checkSchedule, newValues, valuesOf } from './values.ts'
import type { ScheduleValues } from './values.ts'

type ScheduleFormProps = Omit<FormsProps, 'view'> & {
  /** Undefined for a new one. */
  opened: ScheduleRow | undefined
  /** Whether it has been removed since. */
  isGone: boolean
}

/** A schedule: a new one, or one that is changed or deleted. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { kind, schedules, now, opened, isGone, again, onClose } = props
  const text = useText()
  const [values] = useState<ScheduleValues>(() => {
    const local = Date.parse(`${now}Z`)
    return opened ? valuesOf(opened, local) : newValues(kind, local)
  })
  const [known] = useState(() => schedules.map(({ eventId }) => eventId))
  const others = schedules.filter(({ eventId }) => eventId !== opened?.eventId)
  const form = useSettingsForm<ScheduleValues>({
    values,
    check: (typed) => ({ errors: checkSchedule(typed, kind, others) }),
    async save(typed) {
      const written = {
        name: typed.name.trim(),
        calendar: calendarFor(typed, opened && { calendar: opened.calendar, values }),
      }
      try {
        if (opened && !isGone) await change(written, opened)
        else if (opened) await add(written, [], opened.eventId)
        else await add(written, known)
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
  return (
    <>
      {isGone && <DeletedNotice title={text('schedules.gone')} />}
      <Task
        form={form}
        title={opened ? text('ui.editNamed', { name: opened.name }) : text(TEXTS[kind].add)}
        verb={opened ? text('ui.save') : text(TEXTS[kind].add)}
        onCancel={onClose}
      >
        <TextField form={form} name="name" label={text('ui.name')} autoComplete="off" />
        <ModeFields form={form} kind={kind} isOwnText={values.mode === 'text'} />
      </Task>
      {opened && !isGone && (
        <Deletion kind={kind} schedule={opened} again={again} onClose={onClose} />
      )}
    </>
  )
}
