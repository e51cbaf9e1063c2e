import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useEffect } from 'react'
import { bare } from '../app/framed.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { useReading } from '../app/reading.ts'
import { CHANGES_INTERVAL, POLL_TIMEOUT } from '../app/timing.ts'
import { readCertificates, readInterval } from '../certificates/read.ts'
import { readPortAccess } from './settings.ts'

const Form = lazyPart(async () => (await import('./settings-form.tsx')).PortAccessForm)

const readSettings = (signal: AbortSignal) => readPortAccess({ signal, timeoutMs: POLL_TIMEOUT })

/**
 * How the device authenticates itself at its network port (IEEE 802.1X), which it says that it only
 * stores. A §2 Network security.
 */
export function PortAccess() {
  const text = useText()
  const faultText = useFaultText()
  const settings = useReading(readSettings, CHANGES_INTERVAL)
  const certificates = useReading(readCertificates, readInterval())
  const { data: info } = settings
  const { data: all } = certificates
  const isRead = info && all
  const fault = settings.fault ?? certificates.fault
  const again = () => Promise.all([settings.again(), certificates.again()])
  useEffect(() => Form.preload(), [])
  return (
    <>
      {!bare && <PageHead title={text('ui.ieee8021x')} />}
      <Notice title={text('portAccess.storedOnly')}>{text('portAccess.next')}</Notice>
      {isRead && fault !== undefined && <Notice status="crit" title={faultText(fault)} />}
      {!isRead && fault === undefined && <Loading />}
      {!isRead && fault !== undefined && <LoadFailed fault={fault} onRetry={() => void again()} />}
      {isRead && <Form info={info} certificates={all} again={settings.again} />}
    </>
  )
}
