import type { LoggedCall } from '@lintel/contract/calls/call-log'
import type { LanguageCode } from '@lintel/contract/languages'
import { breakable } from '@lintel/ui/breakable'
import { formatElapsed } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { useInstant } from '../../app/clock/use-instant.ts'
import { LogPage } from '../../app/list/log-page.tsx'
import { endOf, statusOf } from './call-end.ts'
import { CallsPerDay } from './calls-per-day.tsx'
import { callLog } from './queries.ts'
import styles from './sip-calls.module.css'

const TEXTS = {
  title: 'pages.sipCalls',
  note: 'sipCalls.note',
  exportFailed: 'sipCalls.exportFailed',
  empty: 'sipCalls.empty',
  filter: 'sipCalls.filter',
  clear: 'sipCalls.clear',
  clearTitle: 'sipCalls.clearTitle',
  clearBody: 'sipCalls.clearBody',
  cleared: 'sipCalls.cleared',
  clearFailed: 'sipCalls.clearFailed',
} as const

/** The calls of the past and those that are going on, in the device's time. */
export function SipCallsPage() {
  const columns = columnsOf(useText(), useLanguage(), useInstant())
  return (
    <LogPage log={callLog} texts={TEXTS} columns={columns}>
      <CallsPerDay />
    </LogPage>
  )
}

function columnsOf(
  text: TextOf,
  language: LanguageCode,
  instant: (started: string) => string,
): Column<LoggedCall>[] {
  const directionOf = ({ direction }: LoggedCall) => text(`sipCalls.${direction}`)
  const lasted = ({ seconds }: LoggedCall) =>
    seconds === 0 ? '' : formatElapsed(language, seconds)
  return [
    {
      id: 'started',
      head: text('sipCalls.started'),
      sortBy: 'device',
      width: '18%',
      cell: ({ started }) => instant(started),
    },
    {
      id: 'direction',
      head: text('sipCalls.direction'),
      sortBy: 'device',
      width: '11%',
      wideOnly: true,
      cell: directionOf,
    },
    {
      id: 'remote',
      head: text('sipCalls.remote'),
      sortBy: 'device',
      width: '26%',
      cell: (call) => (
        <div className={styles['remote']}>
          {call.contacts.length > 0 ? (
            <>
              {call.contacts.join(', ')}
              <small className="mono">{breakable(call.remote)}</small>
            </>
          ) : (
            breakable(call.remote)
          )}
          <small className={styles['narrow']}>
            {[directionOf(call), endOf(text, call), lasted(call)].filter(Boolean).join(' · ')}
          </small>
        </div>
      ),
    },
    {
      id: 'accountName',
      head: text('sipCalls.account'),
      sortBy: 'device',
      width: '15%',
      wideOnly: true,
      cell: ({ accountName }) => <div className={styles['remote']}>{accountName}</div>,
    },
    {
      id: 'seconds',
      head: text('sipCalls.duration'),
      sortBy: 'device',
      width: '10%',
      wideOnly: true,
      cell: lasted,
    },
    {
      id: 'code',
      head: text('sipCalls.end'),
      sortBy: 'device',
      width: '20%',
      wideOnly: true,
      cell: (call) => (
        <div className={styles['remote']}>
          {endOf(text, call)}
          {statusOf(call) !== '' && <small className="mono">{statusOf(call)}</small>}
        </div>
      ),
    },
  ]
}
