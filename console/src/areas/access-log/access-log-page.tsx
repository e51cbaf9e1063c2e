import type { LoggedAccess } from '@lintel/contract/calls/access-log'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { useFaultText } from '@lintel/ui/fault-text'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { Table } from '@lintel/ui/table'
import { Download } from 'lucide-react'
import { useInstant } from '../../app/clock/use-instant.ts'
import { useDownload } from '../../app/download/use-download.ts'
import { ClearLog } from '../../app/list/clear-log.tsx'
import { usePagedList } from '../../app/list/paged-list.ts'
import { accessSource, clearAccess, downloadAccessLog } from './queries.ts'
import { useNarrow } from '../../app/use-narrow.ts'
import { resultIn, whoIn } from './who.ts'
import styles from './access-log.module.css'

const CLEAR = {
  clear: 'accessLog.clear',
  title: 'accessLog.clearTitle',
  body: 'accessLog.clearBody',
  cleared: 'accessLog.cleared',
  failed: 'accessLog.clearFailed',
} as const

/** Who opened which door of a door controller, and why others could not. Own design. */
export function AccessLogPage() {
  const text = useText()
  const faultText = useFaultText()
  const list = usePagedList(accessSource)
  const columns = columnsOf(text, useInstant('second'), useNarrow())
  const { filter } = list.view
  const csv = useDownload(() => downloadAccessLog(filter))
  return (
    <>
      <PageHead
        title={text('pages.accessLog')}
        note={text('accessLog.note')}
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
              clear={clearAccess}
            />
          </>
        }
      />
      {csv.fault !== undefined && (
        <Notice status="crit" title={text('accessLog.exportFailed')}>
          {faultText(csv.fault)}
        </Notice>
      )}
      <Card>
        <Table
          caption={text('pages.accessLog')}
          columns={columns}
          list={list}
          empty={text('accessLog.empty')}
          filterLabel={text('accessLog.filter')}
        />
      </Card>
    </>
  )
}

function columnsOf(
  text: TextOf,
  instant: (utc: string) => string,
  narrow: boolean,
): Column<LoggedAccess>[] {
  return [
    {
      id: 'at',
      head: text('accessLog.at'),
      sortBy: 'device',
      // Room for the date, and the time below it.
      width: narrow ? '34%' : '24%',
      cell: ({ at }) => instant(at),
    },
    {
      id: 'name',
      head: text('accessLog.who'),
      sortBy: 'device',
      cell: (access) => (
        <>
          {access.name === '' ? (
            <span className="muted">{whoIn(text, access)}</span>
          ) : (
            <b>{access.name}</b>
          )}
          <small className={styles['narrow']}>{access.door}</small>
        </>
      ),
    },
    {
      id: 'door',
      head: text('accessLog.door'),
      sortBy: 'device',
      wideOnly: true,
      cell: ({ door }) => door,
    },
    {
      id: 'reason',
      head: text('accessLog.result'),
      sortBy: 'device',
      cell: (access) => (
        <Chip {...(access.reason === 'Granted' ? { status: 'ok' as const } : {})}>
          {resultIn(text, access)}
        </Chip>
      ),
    },
  ]
}
