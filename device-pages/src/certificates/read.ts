import { listCertificates } from '@lintel/contract/calls/certificates'
import type { CertificateDetails as OwnDetails } from '@lintel/contract/calls/certificates'
import { device, deviceHas } from '../app/device.ts'
import { CHANGES_INTERVAL, POLL_TIMEOUT } from '../app/timing.ts'

/** A certificate, with what its device reports of it. */
export type CertificateDetails = Pick<OwnDetails, 'id' | 'kind' | 'usedBy'> &
  Partial<OwnDetails> & {
    /** Length of the key, where the device does not name its type. */
    bits?: number
  }

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
