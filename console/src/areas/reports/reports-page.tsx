import { crashReport } from '@lintel/contract/calls/reports'
import { getUserGroups } from '@lintel/contract/calls/users'
import { Button, LinkButton } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { download } from '@lintel/ui/save-file'
import { device } from '../../app/device.ts'
import { addressOf } from '../../app/firmware.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { DownloadFailed } from './download-failed.tsx'
import { downloadServerReport } from './queries.ts'
import styles from './reports.module.css'
import { useDownload } from '../../app/download/use-download.ts'

/** Reports for troubleshooting. A §2 Reports. */
export function ReportsPage() {
  const text = useText()
  const server = useDownload(() => downloadServerReport(false))
  const crash = useDownload(downloadCrashReport)
  return (
    <>
      <PageHead title={text('pages.reports')} note={text('reports.note')} />
      <DownloadFailed fault={server.fault ?? crash.fault} />
      <Card>
        <Row name={text('pages.serverReport')} help={text('reports.serverHelp')}>
          <div className={styles['actions']}>
            <LinkButton href={hrefTo(paths.serverReport())} aria-label={text('reports.viewServer')}>
              {text('reports.view')}
            </LinkButton>
            <Button
              aria-label={text('reports.downloadServer')}
              data-field="server"
              busy={server.busy}
              onClick={server.start}
            >
              {text('reports.download')}
            </Button>
          </div>
        </Row>
        <Row name={text('pages.systemLog')} help={text('reports.logHelp')}>
          <LinkButton
            href={hrefTo(paths.systemLog())}
            aria-label={text('reports.viewLog')}
            data-field="log"
          >
            {text('reports.view')}
          </LinkButton>
        </Row>
        <Row name={text('reports.crash')} help={text('reports.crashHelp')}>
          <Button
            aria-label={text('reports.downloadCrash')}
            data-field="crash"
            busy={crash.busy}
            onClick={crash.start}
          >
            {text('reports.download')}
          </Button>
        </Row>
      </Card>
    </>
  )
}

/**
 * Links to the archive, which the browser downloads itself. A request checks the device first,
 * because browsers say little about a download that fails for lack of a device or a session. A §7.
 */
async function downloadCrashReport(): Promise<void> {
  await device.call(getUserGroups, {})
  download(addressOf(crashReport))
}
