import { getCertificates, listCertificates } from '@lintel/contract/calls/certificates'
import type { CertificateDetails } from '@lintel/contract/calls/certificates'
import type { CallOptions } from '@lintel/contract/client'
import { device } from './device.ts'
import { deviceHas } from './firmware.ts'
import { callSoap } from './soap.ts'

/** A certificate with a key, and as much about it as the firmware reports. */
export type OwnCertificate = Pick<CertificateDetails, 'id'> &
  Partial<Pick<CertificateDetails, 'key' | 'keyKind' | 'validTo'>>

/** The device's certificates that have a key. */
export async function ownCertificates(options: CallOptions): Promise<OwnCertificate[]> {
  if (deviceHas(listCertificates)) {
    const { certificates } = await device.call(listCertificates, {}, options)
    return certificates.filter(({ kind }) => kind === 'own')
  }
  const { NvtCertificate } = await callSoap(getCertificates, {}, options)
  return NvtCertificate.map(({ CertificateID }) => ({ id: CertificateID }))
}
