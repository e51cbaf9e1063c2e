import type { Application } from '@lintel/contract/calls/applications'
import { Button, LinkButton } from '@lintel/ui/button'
import { Card, Facts } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { Skeleton } from '@lintel/ui/skeleton'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { useStore } from '@lintel/ui/store'
import { LicenceChip, StatusChip } from './chips.tsx'
import { useAppFaultText } from './fault-text.ts'
import { applicationsQuery, deactivate, installing, logAddress } from './queries.ts'
import styles from './services.module.css'
import { useControl } from './use-control.ts'
import { useDelete } from './use-delete.ts'

/** One application: what it is, and what can be done with it. B §2, B §4. */
export function EditApplicationPage() {
  const text = useText()
  const name = useParam('name')
  const { data, error, refetch } = useQuery(applicationsQuery)
  const app = data?.find((one) => one.name === name)
  const [deleting, setDeleting] = useState(false)
  const gone = data !== undefined && app === undefined && !deleting
  useLeaveWhenGone(gone, paths.services(), text('services.gone'))
  return (
    <>
      <PageHead
        title={app?.niceName ?? text('pages.application')}
        trail={[{ label: text('pages.services'), href: hrefTo(paths.services()) }]}
      />
      {app || deleting ? (
        <Details app={app} onDelete={() => setDeleting(true)} onKept={() => setDeleting(false)} />
      ) : error && !data ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

function Details(props: {
  app: Application | undefined
  onDelete: () => void
  onKept: () => void
}) {
  const text = useText()
  // It is gone from the list before the page is left.
  const [shown, setShown] = useState(props.app)
  if (props.app && props.app !== shown) setShown(props.app)
  const control = useControl()
  const busy = useStore(installing)
  const [asking, setAsking] = useState<'delete' | 'deactivate'>()
  const deletion = useDelete(props)
  const disabled = busy || deletion.running
  if (!shown) return null
  const { niceName: name, running, configPage } = shown
  return (
    <>
      <Card title={text('services.application')}>
        <Facts items={factsOf(shown, text)} />
        <div className={styles['buttons']}>
          <Button kind="primary" disabled={disabled} onClick={() => control(shown)}>
            {text(running ? 'services.stop' : 'services.start')}
          </Button>
          {configPage !== '' && (
            <LinkButton href={`/${configPage}`} target="_blank" rel="noreferrer">
              {text('services.openPage')}
            </LinkButton>
          )}
          <LinkButton href={logAddress(shown)} target="_blank" rel="noreferrer">
            {text('pages.systemLog')}
          </LinkButton>
        </div>
      </Card>
      <LicenceCard app={shown} disabled={disabled} onDeactivate={() => setAsking('deactivate')} />
      <Card title={text('services.delete')} note={text('services.delete.note')}>
        <div className={styles['buttons']}>
          <Button
            kind="danger"
            busy={deletion.running}
            disabled={busy}
            onClick={() => setAsking('delete')}
          >
            {deletion.running ? text('services.deleting', { name }) : text('services.delete')}
          </Button>
        </div>
      </Card>
      <ConfirmDialog
        open={asking === 'delete'}
        title={text('services.deleteTitle', { name })}
        body={text('services.deleteBody')}
        confirm={text('services.delete')}
        danger
        onClose={() => setAsking(undefined)}
        onConfirm={() => {
          setAsking(undefined)
          deletion.run(shown)
        }}
      />
      <Deactivation
        app={shown}
        open={asking === 'deactivate'}
        onClose={() => setAsking(undefined)}
      />
    </>
  )
}

function factsOf(app: Application, text: TextOf) {
  const { vendor, vendorHomepage, version, applicationId } = app
  return [
    { term: text('ui.state'), value: <StatusChip app={app} /> },
    {
      term: text('services.vendor'),
      value: /^https?:\/\//i.test(vendorHomepage) ? (
        <a href={vendorHomepage} target="_blank" rel="noreferrer">
          {vendor || vendorHomepage}
        </a>
      ) : (
        vendor
      ),
    },
    { term: text('services.version'), value: version },
    ...(applicationId === ''
      ? []
      : [{ term: text('services.applicationId'), value: applicationId, mono: true }]),
  ]
}

/** What can be done about the licence: B §4. */
function LicenceCard(props: { app: Application; disabled: boolean; onDeactivate: () => void }) {
  const { app, disabled, onDeactivate } = props
  const { licence, licenceEnds, name } = app
  const text = useText()
  if (licence === 'None') return null
  const ends = licenceEnds === '' ? '' : text('services.licence.until', { date: licenceEnds })
  return (
    <Card title={text('services.licence')}>
      <Facts
        items={[
          {
            term: text('ui.state'),
            value: (
              <>
                <LicenceChip app={app} /> {ends}
              </>
            ),
          },
        ]}
      />
      <div className={styles['buttons']} hidden={licence === 'Custom'}>
        {licence === 'Valid' && (
          <Button disabled={disabled} onClick={onDeactivate}>
            {text('services.deactivate')}
          </Button>
        )}
        {(licence === 'Missing' || licence === 'Invalid') && (
          <LinkButton kind="primary" href={hrefTo(paths.licence({ name }))}>
            {text(licence === 'Missing' ? 'services.activate' : 'services.change')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

/** Asks before a licence is taken from an application (APPS-08). */
function Deactivation(props: { app: Application; open: boolean; onClose: () => void }) {
  const { app, open, onClose } = props
  const { niceName: name } = app
  const text = useText()
  const faultText = useAppFaultText()
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await deactivate(app)
      showToast({ status: 'ok', text: text('services.deactivated', { name }) })
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('services.notDeactivated', { name, because }) })
    }
    setBusy(false)
    onClose()
  }

  return (
    <ConfirmDialog
      open={open}
      title={text('services.deactivateTitle', { name })}
      body={text('services.deactivateLicenseConfirmation', { name })}
      confirm={text('services.deactivate')}
      danger
      busy={busy}
      onClose={onClose}
      onConfirm={() => void confirm()}
    />
  )
}
