import { X509Certificate } from 'node:crypto'
import { OWN_CERTIFICATE } from '@lintel/contract/own-certificate'
import type { Certificate } from '@lintel/front-door/tls'
import type { CertificateStore } from './certificate-store.ts'

/** The certificate that the device generates for itself. */
export interface OwnCertificate {
  /** Undefined until one is generated. */
  current(): Certificate | undefined
  /**
   * One that is valid for this address: the stored one, or a new one that is then stored, with the
   * same key if there is one. A certificate that somebody loaded in its place stays.
   */
  validAt(address: string): Promise<Certificate>
}

/**
 * @param names what else it is valid for; the first one is the device's host name
 */
export function ownCertificate(
  store: CertificateStore,
  names: () => readonly [string, ...string[]],
  now: () => number,
): OwnCertificate {
  function current(): (Certificate & { factory: boolean }) | undefined {
    const { cert, key, factory = true } = store.find(OWN_CERTIFICATE) ?? {}
    return cert === undefined || key === undefined ? undefined : { cert, key, factory }
  }

  function isValid(cert: string, address: string): boolean {
    const read = new X509Certificate(cert)
    return read.checkIP(address) !== undefined && Date.parse(read.validTo) > now()
  }

  return {
    current,
    async validAt(address) {
      const existing = current()
      if (existing && (!existing.factory || isValid(existing.cert, address))) return existing
      const { makeOwnCertificate } = await import('../certificates/make.ts')
      const [hostName, ...others] = names()
      const generated = await makeOwnCertificate({
        hostName,
        others: Array.from(new Set([...others, address])),
        now: now(),
        key: existing?.key,
      })
      // Somebody may have loaded another one in the meantime.
      const loaded = current()
      if (loaded && !loaded.factory) return loaded
      store.put([{ id: OWN_CERTIFICATE, kind: 'own', ...generated, factory: true }])
      return generated
    },
  }
}
