import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useState } from 'react'
import type { FormsProps } from './forms-props.ts'
import { ScheduleForm } from './schedule-form.tsx'

/** The form of a schedule, instead of the list. */
export function ScheduleForms({ view, ...shared }: FormsProps) {
  if (view.kind === 'add') return <ScheduleForm {...shared} opened={undefined} isGone={false} />
  return <Opened key={view.eventId} {...shared} eventId={view.eventId} />
}

function Opened({ eventId, ...shared }: Omit<FormsProps, 'view'> & { eventId: string }) {
  const text = useText()
  const current = shared.schedules.find((one) => one.eventId === eventId)
  // What the person has seen: a version that arrives later must not overwrite what else it changed.
  const [opened] = useState(current)
  if (opened) return <ScheduleForm {...shared} opened={opened} isGone={!current} />
  return (
    <Notice
      title={text('schedules.gone')}
      action={<Button onClick={shared.onClose}>{text('frame.backToLists')}</Button>}
    />
  )
}
