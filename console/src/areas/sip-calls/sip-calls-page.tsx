import type { LoggedCall } from '@lintel/contract/calls/call-log'
import type { LanguageCode } from '@lintel/contract/languages'
import { breakable } from '@lintel/ui/breakable'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { formatElapsed } from '@lintel/ui/dates'
import { useFaultText } from '@lintel/ui/fault-text'
import { useLanguage, useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { Table } from '@lintel/ui/table'
import { Download } from 'lucide-react'
import { useInstant } from '../../app/clock/use-instant.ts'
import { useDownload } from '../../app/download/use-download.ts'
import { ClearLog } from '../../app/list/clear-log.tsx'
import { usePagedList } from '../../app/list/paged-list.ts'
import { endOf, statusOf } from './call-end.ts'
import { CallsPerDay } from './calls-per-day.tsx'
import { callsSource, clearCalls, downloadCalls } from './queries.ts'
import styles from './sip-calls.module.css'

const CLEAR = {
  clear: 'sipCalls.clear',
  title: 'sipCalls.clearTitle',
  body: 'sipCalls.clearBody',
  cleared: 'sipCalls.cleared',
  failed: 'sipCalls.clearFailed',
} as const

/** The calls of the past and those that are going on, in the device's time. */
export function SipCallsPage() {
  const text = useText()
  const faultText = useFaultText()
  const list = usePagedList(callsSource)
  const columns = columnsOf(text, useLanguage(), useInstant())
  const { filter } = list.view
  const csv = useDownload(() => downloadCalls(filter))
  return (
    <>
      <PageHead
        title={text('pages.sipCalls')}
        note={text('sipCalls.note')}
        actions={
          <>
            <Button
              icon={<Download size={16} aria-hidden="true" />}
              busy={csv.busy}
              onClick={csv.start}
              data-field="export"
            >
              {text(filter.trim() === '' ? 'ui.exportCsv' : 'ui.exportFound')}
            </Button>
            <ClearLog
              texts={CLEAR}
              empty={list.status === 'ready' && list.count === 0 && filter === ''}
              clear={clearCalls}
            />
          </>
        }
      />
      {csv.fault !== undefined && (
        <Notice status="crit" title={text('sipCalls.exportFailed')}>
          {faultText(csv.fault)}
        </Notice>
      )}
      <CallsPerDay />
      <Card>
        <Table
          caption={text('pages.sipCalls')}
          columns={columns}
          list={list}
          empty={text('sipCalls.empty')}
          filterLabel={text('sipCalls.filter')}
        />
      </Card>
    </>
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
      width: '19%',
      cell: ({ started }) => instant(started),
    },
    {
      id: 'direction',
      head: text('sipCalls.direction'),
      sortBy: 'device',
      width: '12%',
      wideOnly: true,
      cell: directionOf,
    },
    {
      id: 'remote',
      head: text('sipCalls.remote'),
      sortBy: 'device',
      width: '29%',
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
      width: '12%',
      wideOnly: true,
      cell: ({ accountName }) => <div className={styles['remote']}>{accountName}</div>,
    },
    {
      id: 'seconds',
      head: text('sipCalls.duration'),
      sortBy: 'device',
      width: '12%',
      wideOnly: true,
      cell: lasted,
    },
    {
      id: 'code',
      head: text('sipCalls.end'),
      sortBy: 'device',
      width: '16%',
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
