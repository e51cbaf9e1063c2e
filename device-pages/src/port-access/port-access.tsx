import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useEffect } from 'react'
import { bare } from '../app/framed.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { useReading } from '../app/reading.ts'
import { POLL_TIMEOUT } from '../app/timing.ts'
import { readCertificates, readInterval } from '../certificates/read.ts'
import { readPortAccess } from './settings.ts'

const Form = lazyPart(async () => (await import('./settings-form.tsx')).PortAccessForm)

async function read(signal: AbortSignal) {
  const options = { signal, timeoutMs: POLL_TIMEOUT }
  const [info, certificates] = await Promise.all([
    readPortAccess(options),
    readCertificates(signal),
  ])
  return { info, certificates }
}

/**
 * How the device authenticates itself at its network port (IEEE 802.1X), which it says that it only
 * stores. A §2 Network security.
 */
export function PortAccess() {
  const text = useText()
  const faultText = useFaultText()
  const { data, fault, again } = useReading(read, readInterval())
  useEffect(() => Form.preload(), [])
  return (
    <>
      {!bare && <PageHead title={text('ui.ieee8021x')} />}
      <Notice title={text('portAccess.storedOnly')}>{text('portAccess.next')}</Notice>
      {data && fault !== undefined && <Notice status="crit" title={faultText(fault)} />}
      {!data && fault === undefined && <Loading />}
      {!data && fault !== undefined && <LoadFailed fault={fault} onRetry={() => void again()} />}
      {data && <Form {...data} again={again} />}
    </>
  )
}
