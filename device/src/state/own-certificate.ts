import { X509Certificate } from 'node:crypto'
import type { Certificate } from '@lintel/front-door/listeners'
import type { CertificateStore } from './certificate-store.ts'

/** The certificate that the device makes for itself. */
export interface OwnCertificate {
  /** Undefined until one was made. */
  current(): Certificate | undefined
  /**
   * One that is valid at this address: the kept one, or else a new one, for the same key if there
   * is one. It is kept from then on.
   */
  validAt(address: string): Promise<Certificate>
}

/** @param names what else it is valid for; the first one is the device's host name */
export function ownCertificate(
  store: CertificateStore,
  names: () => readonly [string, ...string[]],
  now: () => number,
): OwnCertificate {
  return {
    current: () => store.current(),
    async validAt(address) {
      const kept = store.current()
      if (kept && new X509Certificate(kept.cert).checkIP(address) !== undefined) return kept
      const { makeCertificate } = await import('./make-certificate.ts')
      const [hostName, ...others] = names()
      const made = await makeCertificate({
        hostName,
        others: Array.from(new Set([...others, address])),
        now: now(),
        ...(kept ? { key: kept.key } : {}),
      })
      store.keep(made)
      return made
    },
  }
}
