import { Button } from '@lintel/ui/button'
import { formatElapsed } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNow } from '../../app/clock/use-now.ts'
import { firmwareWatch } from '../../app/firmware-change/device-watch.ts'
import { useOutcome } from '../../app/firmware-change/outcome.ts'
import type { Watched } from '../../app/firmware-change/watch.ts'
import { useStore } from '@lintel/ui/store'
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
  // Whenever the device says something new, the versions on the page follow.
  const known = watched?.phase === 'waiting' ? watched.now : watched
  useEffect(() => {
    if (known) void queryClient.invalidateQueries({ queryKey: firmwareQuery.queryKey })
  }, [known, queryClient])

  if (!watched) return null
  if (watched.phase === 'waiting') return <Waiting {...watched} />
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

/** What the device itself says of its firmware, as soon as it does. */
function Waiting({ change, now }: Extract<Watched, { phase: 'waiting' }>) {
  const text = useText()
  const language = useLanguage()
  const left = Math.max(0, Math.ceil((change.at + FIRMWARE_WAIT - useNow()) / 1000))
  const time = { time: formatElapsed(language, left) }
  const { type, answered } = change
  if (!answered) {
    return (
      <Notice status="warn" title={text('maintenance.unanswered')}>
        {text('maintenance.unansweredNote')}
      </Notice>
    )
  }
  if (now?.kept === false) {
    return (
      <Notice title={text('maintenance.trying', { version: now.version })}>
        {text('maintenance.tryingNote')}
      </Notice>
    )
  }
  if (now) {
    return (
      <Notice
        title={text(now.kept ? 'maintenance.kept' : 'maintenance.nowRuns', {
          version: now.version,
        })}
      >
        {text('maintenance.keptNote', time)}
      </Notice>
    )
  }
  return (
    <Notice title={text(`maintenance.${type}Waiting`)}>
      {left > 0 ? text('maintenance.waitingNote', time) : text('maintenance.waitingLong')}
    </Notice>
  )
}
