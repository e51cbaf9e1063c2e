import { listCertificates } from '@lintel/contract/calls/certificates'
import { device, deviceHas } from '../app/device.ts'
import { CHANGES_INTERVAL, POLL_TIMEOUT } from '../app/timing.ts'
import type { CertificateDetails } from './certificate.ts'

/** Every certificate of the device with its details. */
export async function readCertificates(signal: AbortSignal): Promise<CertificateDetails[]> {
  const options = { signal, timeoutMs: POLL_TIMEOUT }
  if (deviceHas(listCertificates)) {
    return (await device.call(listCertificates, {}, options)).certificates
  }
  const { readPublicCertificates } = await import('./read-public.ts')
  return readPublicCertificates(options)
}

/** Other firmware needs several requests for each certificate, too many to repeat all the time. */
export const readInterval = (): number | undefined =>
  deviceHas(listCertificates) ? CHANGES_INTERVAL : undefined
