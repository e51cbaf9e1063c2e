import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import { Download, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { isDoorstation } from '../../app/conditions.ts'
import { QueryView } from '../../app/query-view.tsx'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { DownloadFailed } from './download-failed.tsx'
import { downloadServerReport, serverReportQuery } from './queries.ts'
import styles from './reports.module.css'
import { useDownload } from '../../app/download/use-download.ts'

/** The server report: to read, to refresh, and to download. A §2 Reports. */
export function ServerReportPage() {
  const text = useText()
  const faultText = useFaultText()
  const report = useQuery(serverReportQuery)
  const { data, error, isFetching, refetch } = report
  const hasSnapshot = isDoorstation(useViewpoint())
  const [withSnapshot, setWithSnapshot] = useState(false)
  const download = useDownload(() => downloadServerReport(hasSnapshot && withSnapshot))
  return (
    <>
      <PageHead
        title={text('pages.serverReport')}
        note={text('reports.serverHelp')}
        trail={[{ label: text('pages.reports'), href: hrefTo(paths.reports()) }]}
        actions={
          <Button
            icon={<RefreshCw size={16} aria-hidden="true" />}
            busy={isFetching && data !== undefined}
            onClick={() => void refetch()}
          >
            {text('reports.refresh')}
          </Button>
        }
      />
      <DownloadFailed fault={download.fault} />
      {data !== undefined && error && (
        <Notice status="warn" title={text('reports.notRead')}>
          {faultText(error)}
        </Notice>
      )}
      <Card>
        <div className={styles['bar']}>
          {hasSnapshot && (
            <label className={styles['option']}>
              <input
                type="checkbox"
                name="snapshot"
                checked={withSnapshot}
                onChange={(event) => setWithSnapshot(event.target.checked)}
              />
              {text('reports.snapshot')}
            </label>
          )}
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            busy={download.busy}
            onClick={download.start}
          >
            {text('reports.download')}
          </Button>
        </div>
        <QueryView query={report}>
          {(content) => (
            <section
              className={styles['text']}
              aria-label={text('reports.text')}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
              tabIndex={0}
            >
              <pre lang="en" dir="ltr">
                {content}
              </pre>
            </section>
          )}
        </QueryView>
      </Card>
    </>
  )
}
