import type { Application } from '@lintel/contract/calls/applications'
import { DeviceFault } from '@lintel/contract/fault'
import { problem, required } from '@lintel/contract/rules/problem'
import { deviceLocation, isAtGateway } from '@lintel/contract/site'
import { Button } from '@lintel/ui/button'
import { Card, Row } from '@lintel/ui/card'
import { FileField } from '@lintel/ui/file-field'
import { TextField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { Segmented } from '@lintel/ui/segmented'
import { Skeleton } from '@lintel/ui/skeleton'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone, useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { UploadProgress } from '../../app/upload/upload-progress.tsx'
import type { UploadProgress as Progress } from '../../app/upload/use-upload.ts'
import { useUpload } from '../../app/upload/use-upload.ts'
import { useAppFaultText } from './fault-text.ts'
import { KitFailed, useLicenceKit } from './licence-kit.tsx'
import { activate, applicationsQuery, conditionsQuery, serialQuery } from './queries.ts'

type Mode = 'file' | 'code'

interface Values {
  file: File | null
  code: string
}

/** Gives an application a licence key: a file, or by a code from the vendor's service. B §2, B §4. */
export function LicencePage() {
  const text = useText()
  const name = useParam('name')
  const { data, error, refetch } = useQuery(applicationsQuery)
  const app = data?.find((one) => one.name === name)
  const gone = data !== undefined && app === undefined
  useLeaveWhenGone(gone, paths.services(), text('services.gone'))
  return (
    <>
      <PageHead
        title={text('pages.licence')}
        trail={[
          { label: text('pages.services'), href: hrefTo(paths.services()) },
          ...(app ? [{ label: app.niceName, href: hrefTo(paths.editApplication({ name })) }] : []),
        ]}
      />
      {app ? (
        <LicenceForm key={name} app={app} />
      ) : error && !data ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

function LicenceForm({ app }: { app: Application }) {
  const text = useText()
  const faultText = useAppFaultText()
  const [mode, setMode] = useState<Mode>('file')
  const serial = useQuery(serialQuery).data ?? ''
  const conditions = useQuery(conditionsQuery)
  const kit = useLicenceKit({
    isSet: conditions.isPending ? undefined : (conditions.data?.licenceKit ?? '') !== '',
    title: text('pages.licence'),
  })
  const openApp = useOpenAfterSave(paths.editApplication({ name: app.name }))
  const upload = useUpload<Values>(send, () => {
    showToast({ status: 'ok', text: text('services.activated', { name: app.niceName }) })
    openApp()
  })
  const form = useSettingsForm<Values>({
    values: { file: null, code: '' },
    check: ({ file, code }) => ({
      errors: {
        file: mode === 'file' && !file ? problem('services.error.noFile') : undefined,
        code: mode === 'code' ? required(code.trim()) : undefined,
      },
    }),
    checkOn: 'submit',
    // oxlint-disable-next-line require-await -- the upload has a progress of its own
    async save(values) {
      upload.start(values)
    },
  })

  async function send({ file, code }: Values, progress: Progress): Promise<void> {
    const { applicationId } = app
    const key =
      mode === 'code'
        ? new File(
            [await kit.order({ applicationId, deviceId: serial, licenseCode: code.trim() })],
            'licenseKey.xml',
            { type: 'text/xml' },
          )
        : file
    if (key) await activate(app, key, progress)
  }

  /** The vendor's failures have codes like the device's. */
  const because = (fault: unknown) =>
    faultText(
      fault instanceof KitFailed
        ? new DeviceFault('refused', 'licenceKit', String(fault.code))
        : fault,
    )

  const title = text('services.activate')
  const { state } = upload
  const isOffline = kit.state === 'offline'
  return (
    <Card>
      {kit.frame}
      {state.phase === 'failed' && (
        <Notice status="crit" title={text('services.notActivated')}>
          {because(state.fault)}
        </Notice>
      )}
      {isOffline && (
        <Notice status="warn" title={text('services.kit.offline')}>
          {text('services.kit.offline.next')}
        </Notice>
      )}
      {state.phase === 'sending' && (
        <UploadProgress
          state={state}
          label={title}
          working={text('services.checking')}
          onCancel={upload.cancel}
        />
      )}
      <div hidden={state.phase === 'sending'}>
        <SettingsForm form={form} label={title}>
          <Row name={text('services.mode')} help={text('services.kit.help')}>
            <Segmented
              label={text('services.mode')}
              value={mode}
              options={[
                { value: 'file', label: text('services.mode.file') },
                {
                  value: 'code',
                  label: text('services.mode.code'),
                  disabled: kit.state !== 'ready',
                },
              ]}
              onChange={setMode}
            />
            {isAtGateway() ? (
              <a href={new URL(`/webapp/hw/${location.hash}`, deviceLocation()).href}>
                {text('services.kit.openDevice')}
              </a>
            ) : (
              kit.state !== 'ready' && (
                <Button busy={kit.state === 'loading'} onClick={kit.load}>
                  {text('services.kit.load')}
                </Button>
              )
            )}
          </Row>
          {mode === 'file' ? (
            <FileField
              form={form}
              name="file"
              label={text('services.key')}
              help={text('services.key.help', { serial })}
              verb={text('services.key.choose')}
              accept=".xml,text/xml"
            />
          ) : (
            <TextField
              form={form}
              name="code"
              label={text('services.code')}
              help={text('services.code.help', { serial })}
              autoComplete="off"
              mono
            />
          )}
          <FormActions form={form} verb={title} />
        </SettingsForm>
      </div>
    </Card>
  )
}
