import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNow } from '../../app/clock/use-now.ts'
import { firmwareWatch } from '../../app/firmware-change/device-firmware.ts'
import type { FirmwareChange } from '../../app/firmware-change/change.ts'
import { useOutcome } from '../../app/firmware-change/outcome.ts'
import { useStore } from '../../app/store.ts'
import { FIRMWARE_WAIT } from '../../app/timing.ts'
import { firmwareQuery } from './queries.ts'

/** Whether an upgrade or a rollback is running, so that no other action may start. */
export const useUnderWay = (): boolean => useStore(firmwareWatch.state)?.phase === 'waiting'

/** The progress and outcome of an upgrade or rollback. A §4 Firmware upgrade and rollback. */
export function WatchNotice() {
  const text = useText()
  const outcome = useOutcome()
  const queryClient = useQueryClient()
  const watched = useStore(firmwareWatch.state)
  const ended = watched !== undefined && watched.phase !== 'waiting'
  useEffect(() => {
    if (ended) void queryClient.invalidateQueries({ queryKey: firmwareQuery.queryKey })
  }, [ended, queryClient])

  if (!watched) return null
  if (watched.phase === 'waiting') return <Waiting change={watched.change} />
  const { good, title, detail } = outcome(watched)
  return (
    <Notice
      status={good ? 'ok' : 'crit'}
      title={title}
      action={<Button onClick={firmwareWatch.dismiss}>{text('ui.close')}</Button>}
    >
      {detail}
    </Notice>
  )
}

function Waiting({ change }: { change: FirmwareChange }) {
  const text = useText()
  const left = Math.max(0, Math.ceil((change.at + FIRMWARE_WAIT - useNow()) / 1000))
  const { type, answered } = change
  if (!answered) {
    return (
      <Notice status="warn" title={text('maintenance.unanswered')}>
        {text('maintenance.unansweredNote')}
      </Notice>
    )
  }
  return (
    <Notice title={text(`maintenance.${type}Waiting`)}>
      {left > 0
        ? text('maintenance.waitingNote', {
            minutes: Math.floor(left / 60),
            seconds: String(left % 60).padStart(2, '0'),
          })
        : text('maintenance.waitingLong')}
    </Notice>
  )
}
