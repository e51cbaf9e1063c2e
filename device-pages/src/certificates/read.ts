import { listCertificates } from '@lintel/contract/calls/certificates'
import type { CertificateDetails } from '@lintel/contract/calls/certificates'
import { device } from '../app/device.ts'
import { POLL_TIMEOUT } from '../app/timing.ts'

export type { CertificateDetails }

/** Every certificate of the device with its details. */
export const readCertificates = async (signal: AbortSignal): Promise<CertificateDetails[]> =>
  (await device.call(listCertificates, {}, { signal, timeoutMs: POLL_TIMEOUT })).certificates
