import { upgradeFirmware } from '@lintel/contract/calls/firmware'
import { DeviceFault, isMissing } from '@lintel/contract/fault'
import { isOlder } from '@lintel/contract/firmware'
import type { Problem } from '@lintel/contract/rules/problem'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Card, Facts, Row } from '@lintel/ui/card'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { formatReported } from '@lintel/ui/dates'
import { useFaultText } from '@lintel/ui/fault-text'
import { FieldNote } from '@lintel/ui/field-note'
import fields from '@lintel/ui/fields.module.css'
import { FileChoice } from '@lintel/ui/file-choice'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { optionalComponent } from '@lintel/ui/optional-component'
import { LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { Skeleton } from '@lintel/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import styles from './firmware-tab.module.css'
import { firmwareWatch } from '../../app/firmware-change/device-watch.ts'
import { firmware } from '../../app/firmware.ts'
import { PhaseList } from '../../app/restart/phase-list.tsx'
import { phasesOf } from '../../app/restart/phases.ts'
import { useStore } from '@lintel/ui/store'
import { imageVersion } from './image-version.ts'
import type { Sending } from '../../app/upload/use-upload.ts'
import { UploadProgress } from '../../app/upload/upload-progress.tsx'
import { useUpload } from '../../app/upload/use-upload.ts'
import { firmwareQuery, upgrade } from './queries.ts'
import { useUnderWay } from './watch-notice.tsx'

const FirmwarePreview = optionalComponent(
  async () => (await import('./firmware-preview.tsx')).FirmwarePreview,
)

/** The running firmware, and the upgrade. A §2 Maintenance, A §4 Firmware upgrade and rollback. */
export function FirmwareTab() {
  const text = useText()
  return (
    <>
      <Card title={text('ui.firmware')}>
        <Versions />
      </Card>
      <UpgradeCard />
    </>
  )
}

function Versions() {
  const text = useText()
  const language = useLanguage()
  const { version: reported } = useStore(firmware)
  const { data, error, refetch } = useQuery(firmwareQuery)
  if (isMissing(error) && reported !== '') {
    // Older firmware tells its own version only.
    const untold = text('ui.notReported')
    return (
      <Facts
        items={[
          { term: text('maintenance.active'), value: reported, field: 'active' },
          { term: text('maintenance.inactive'), value: untold, field: 'inactive' },
        ]}
      />
    )
  }
  if (data) {
    const { activeFirmwareVersion: version, inactiveFirmwareVersion, lastUpgradeAt } = data
    const tried = data.isCommited === false
    const facts = [
      {
        term: text('maintenance.active'),
        value: tried ? text('maintenance.tried', { version }) : version,
        field: 'active',
      },
      {
        term: text('maintenance.inactive'),
        value: inactiveFirmwareVersion ?? text('maintenance.none'),
        field: 'inactive',
      },
    ]
    if (lastUpgradeAt === undefined) return <Facts items={facts} />
    const value = formatReported(language, lastUpgradeAt)
    return <Facts items={[...facts, { term: text('maintenance.lastUpgrade'), value }]} />
  }
  return error ? (
    <div className={styles['padded']}>
      <LoadFailed fault={error} onRetry={() => void refetch()} />
    </div>
  ) : (
    <Skeleton shape="facts" rows={2} />
  )
}

/** The file chooser, under the name that the search uses. */
const FIELD = 'firmwareFile'

function UpgradeCard() {
  const text = useText()
  const id = useId()
  const { state, start, cancel, reset } = useUpload(upgrade)
  const [file, setFile] = useState<File>()
  const [factoryDefault, setFactoryDefault] = useState(false)
  const [wrong, setWrong] = useState<Problem>()
  const [asking, setAsking] = useState(false)
  const older = useOlder(file)
  const sending = state.phase === 'sending'
  const underWay = useUnderWay()
  const locked = sending || underWay

  return (
    <Card title={text('maintenance.upgrade')}>
      <form
        noValidate
        aria-label={text('maintenance.upgrade')}
        onSubmit={(event) => {
          event.preventDefault()
          const found = fileProblem(file)
          setWrong(found)
          if (found)
            event.currentTarget.querySelector<HTMLElement>(`[data-field="${FIELD}"]`)?.focus()
          else if (older) setAsking(true)
          else if (file) start({ file, factoryDefault })
        }}
      >
        <Row name={text('maintenance.file')} help={text('maintenance.fileHelp')}>
          <FileChoice
            field={FIELD}
            label={text(file ? 'maintenance.otherFile' : 'maintenance.chooseFile')}
            file={file}
            disabled={locked}
            largest={upgradeFirmware.maxBytes}
            describedBy={(wrong ?? older) && `${id}e`}
            onChoose={(chosen) => {
              setFile(chosen)
              setWrong(undefined)
              reset()
              if (firmwareWatch.state.get()?.phase === 'failed') firmwareWatch.dismiss()
            }}
          >
            {file && <FirmwarePreview file={file} />}
          </FileChoice>
          <FieldNote
            id={`${id}e`}
            error={wrong}
            warning={older && problem('maintenance.older', older)}
          />
        </Row>
        <Row name={text('maintenance.settings')}>
          <label className={fields['choice']} htmlFor={`${id}f`}>
            <input
              id={`${id}f`}
              name="factoryDefault"
              type="checkbox"
              className={fields['box']}
              checked={factoryDefault}
              disabled={locked}
              aria-describedby={`${id}h`}
              onChange={(event) => setFactoryDefault(event.target.checked)}
            />
            <span>
              {text('maintenance.factoryDefault')}
              <small id={`${id}h`}>{text('maintenance.factoryDefaultHelp')}</small>
            </span>
          </label>
        </Row>
        <div className={styles['padded']}>
          <Result state={state} />
          {sending ? (
            <div className={styles['sending']}>
              <UploadProgress
                state={state}
                onCancel={cancel}
                label={text('restart.phase.sending')}
                text={text('maintenance.bytes', { sent: state.sent, total: state.total })}
                working={text('maintenance.checking')}
              />
              <Phases sent={state.sent} total={state.total} />
            </div>
          ) : (
            <Button type="submit" kind="primary" disabled={underWay}>
              {text('maintenance.startUpgrade')}
            </Button>
          )}
        </div>
      </form>
      <ConfirmDialog
        open={asking}
        title={text('maintenance.olderQuestion')}
        body={text('maintenance.olderBody', older ?? { version: '', active: '' })}
        confirm={text('maintenance.olderInstall', { version: older?.version ?? '' })}
        busy={false}
        danger
        onConfirm={() => {
          setAsking(false)
          if (file) start({ file, factoryDefault })
        }}
        onClose={() => setAsking(false)}
      />
    </Card>
  )
}

/** The steps of the upgrade; those after the device's answer go on in the overlay. */
function Phases({ sent, total }: { sent: number; total: number }) {
  const language = useLanguage()
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const phases = phasesOf('upgrade')
  return sent === total ? (
    <PhaseList phases={phases} current="checking" />
  ) : (
    <PhaseList
      phases={phases}
      current="sending"
      detail={percent.format(Math.floor((100 * sent) / total) / 100)}
    />
  )
}

/** The version in the file and the active one, if the file is known to have an older one. */
function useOlder(file: File | undefined) {
  const active = useQuery(firmwareQuery).data?.activeFirmwareVersion
  const [read, setRead] = useState<{ file: File; version: string | undefined }>()
  useEffect(() => {
    let left = false
    async function look(chosen: File) {
      const version = await imageVersion(chosen)
      if (!left) setRead({ file: chosen, version })
    }
    if (file) void look(file)
    return () => {
      left = true
    }
  }, [file])
  const version = read?.file === file ? read?.version : undefined
  if (version === undefined || active === undefined || !isOlder(version, active)) return undefined
  return { version, active }
}

function fileProblem(file: File | undefined): Problem | undefined {
  if (!file) return problem('maintenance.noFile')
  return file.size === 0 ? problem('ui.emptyFile') : undefined
}

/** Why the upload failed or was refused. The file stays selected. */
function Result({ state }: { state: Sending }) {
  const text = useText()
  const faultText = useFaultText()
  if (state.phase === 'cancelled') {
    return <Notice title={text('maintenance.cancelled')}>{text('maintenance.unchanged')}</Notice>
  }
  if (state.phase !== 'failed') return null
  const { fault, sent, total } = state
  const lost = fault instanceof DeviceFault && fault.kind === 'unreachable' && sent > 0
  return (
    <Notice status="crit" title={text('maintenance.upgradeFailed')}>
      {lost ? text('maintenance.brokeOff', { sent, total }) : faultText(fault)}
    </Notice>
  )
}
