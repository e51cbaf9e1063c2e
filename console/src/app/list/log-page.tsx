import { mayCall } from '@lintel/contract/access'
import type { MessageId } from '@lintel/contract/messages'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { Table } from '@lintel/ui/table'
import { Download, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDownload } from '../download/use-download.ts'
import { useViewpoint } from '../viewpoint.ts'
import { ClearLog } from './clear-log.tsx'
import type { DeviceLog } from './device-log.ts'
import { usePagedList } from './paged-list.ts'

/** The texts of a page with a log. */
export interface LogTexts {
  title: MessageId
  note: MessageId
  exportFailed: MessageId
  empty: MessageId
  filter: MessageId
  clear: MessageId
  clearTitle: MessageId
  clearBody: MessageId
  cleared: MessageId
  /** Has `{because}`. */
  clearFailed: MessageId
}

/**
 * A page with a log of the device: a table to filter and sort, with a button to download it, and for
 * administrators one to clear it.
 * @param props.log the same on every render
 * @param props.children what is shown above the table
 */
export function LogPage<T extends { id: string }>(props: {
  log: DeviceLog<T>
  texts: LogTexts
  columns: Column<T>[]
  children?: ReactNode
}) {
  const { log, texts, columns, children } = props
  const text = useText()
  const faultText = useFaultText()
  const list = usePagedList(log.source)
  const mayClear = mayCall('admin', useViewpoint().groups, 'ready')
  const { filter } = list.view
  const csv = useDownload(() => log.download(filter))
  return (
    <>
      <PageHead
        title={text(texts.title)}
        note={text(texts.note)}
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
            {mayClear && (
              <ClearLog
                texts={texts}
                empty={list.status === 'ready' && list.count === 0 && filter === ''}
                clear={log.clear}
              />
            )}
          </>
        }
      />
      {csv.fault !== undefined && (
        <Notice status="crit" title={text(texts.exportFailed)}>
          {faultText(csv.fault)}
        </Notice>
      )}
      {children}
      <Card>
        <Table
          caption={text(texts.title)}
          columns={columns}
          list={list}
          empty={text(texts.empty)}
          icon={History}
          filterLabel={text(texts.filter)}
        />
      </Card>
    </>
  )
}
