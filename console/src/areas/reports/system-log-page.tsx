import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { lazyComponent } from '@lintel/ui/lazy'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { isLive, logQuery } from './log-query.ts'

const LogView = lazyComponent(async () => (await import('./log-view.tsx')).LogView)

/**
 * The device's log as it grows. Firmware that can't return new lines has the log as it is now, with a
 * button to refresh it. Own design, beside A §2 Reports.
 */
export function SystemLogPage() {
  const text = useText()
  const faultText = useFaultText()
  const [options] = useState(logQuery)
  const log = useQuery(options)
  const { data, error, isFetching, refetch } = log
  const live = isLive()
  return (
    <>
      <PageHead
        title={text('pages.systemLog')}
        note={text(live ? 'reports.logHelp' : 'reports.log.once')}
        trail={[{ label: text('pages.reports'), href: hrefTo(paths.reports()) }]}
        actions={
          !live && (
            <Button
              icon={<RefreshCw size={16} aria-hidden="true" />}
              busy={isFetching && data !== undefined}
              onClick={() => void refetch()}
            >
              {text('reports.refresh')}
            </Button>
          )
        }
      />
      {data !== undefined && error && (
        <Notice status="warn" title={text('reports.log.interrupted')}>
          {faultText(error)}
        </Notice>
      )}
      <Card>
        <QueryView query={log}>
          {(lines) => <LogView lines={lines} live={live} interrupted={error !== null} />}
        </QueryView>
      </Card>
    </>
  )
}
