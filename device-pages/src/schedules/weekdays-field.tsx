import { Row } from '@lintel/ui/card'
import { FieldNote } from '@lintel/ui/field-note'
import { useInputError } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useId } from 'react'
import { WEEKDAYS } from './plan.ts'
import styles from './schedules.module.css'
import { DAYS_FIELD } from './values.ts'
import type { ScheduleValues } from './values.ts'
import { weekdayText } from './words.ts'

/** The days of the week, each on or off. The first one has the error of all. */
export function WeekdaysField({ form }: { form: Form<ScheduleValues> }) {
  const text = useText()
  const language = useLanguage()
  const id = useId()
  const error = useInputError(form, DAYS_FIELD)
  const { register, trigger } = form.methods
  const noteId = error && `${id}e`
  const onChange = () => {
    if (error) void trigger(DAYS_FIELD)
  }
  return (
    <Row name={text('schedules.days')} nameId={id}>
      <fieldset aria-labelledby={id} className={styles['days']}>
        {WEEKDAYS.map((day) => (
          <label key={day}>
            <input
              {...register(day, { onChange })}
              type="checkbox"
              aria-invalid={error ? true : undefined}
              aria-describedby={noteId}
            />
            {weekdayText(language, day)}
          </label>
        ))}
      </fieldset>
      <FieldNote id={noteId} error={error} warning={undefined} />
    </Row>
  )
}
