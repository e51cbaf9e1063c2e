import { scheduleUses } from '@lintel/contract/calls/schedule-rows'
import type { ScheduleRow } from '@lintel/contract/calls/schedule-rows'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { useCallback } from 'react'
import { ConfirmInPlace } from '../app/confirm-in-place.tsx'
import { device } from '../app/device.ts'
import { useReading } from '../app/reading.ts'
import { CHANGES_INTERVAL, POLL_TIMEOUT } from '../app/timing.ts'
import { useAction } from '../app/use-action.ts'
import { remove } from './save.ts'
import { TEXTS } from './texts.ts'
import type { Kind } from './values.ts'

interface DeletionProps {
  kind: Kind
  schedule: ScheduleRow
  again: () => Promise<void>
  onClose: () => void
}

/** Deletes a schedule, and says before that what would be without it. */
export function Deletion({ kind, schedule, again, onClose }: DeletionProps) {
  const text = useText()
  const faultText = useFaultText()
  const { busy, failure, run } = useAction(again)
  const { name } = schedule
  const verb = text(TEXTS[kind].delete)
  return (
    <Card title={verb}>
      {failure !== undefined && (
        <Notice status="crit" title={text('ui.notDone')}>
          {faultText(failure)}
        </Notice>
      )}
      <Uses eventId={schedule.eventId} />
      <ConfirmInPlace
        verb={verb}
        question={<Text id="schedules.confirmDelete" values={{ name }} />}
        busy={busy}
        onConfirm={() =>
          run(async () => {
            await remove(schedule)
            showToast({ status: 'ok', text: text('ui.deleted', { name }) })
            onClose()
          })
        }
      />
    </Card>
  )
}

function Uses({ eventId }: { eventId: string }) {
  const text = useText()
  const read = useCallback(
    (signal: AbortSignal) =>
      device.call(scheduleUses, { eventId }, { signal, timeoutMs: POLL_TIMEOUT }),
    [eventId],
  )
  const { data, fault } = useReading(read, CHANGES_INTERVAL)
  if (!data) return fault === undefined ? null : <Notice title={text('schedules.usesUnknown')} />
  const { contacts, rules } = data
  if (contacts === 0 && rules.length === 0) return null
  return (
    <Notice status="warn" title={text('schedules.inUse')}>
      {contacts > 0 && text('schedules.usedByContacts', { count: contacts })}{' '}
      {rules.length > 0 && text('schedules.usedByRules', { names: rules.join(', ') })}
    </Notice>
  )
}
