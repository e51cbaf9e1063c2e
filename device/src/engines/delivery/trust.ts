import { isIP } from 'node:net'
import { checkServerIdentity, createSecureContext, rootCertificates } from 'node:tls'
import type { SecureContext } from 'node:tls'
import type { CertificateStore } from '../../state/certificate-store.ts'
import type { DeviceSide } from './recipient.ts'

/** Whom deliveries trust: the authorities installed on the device, and those that Node knows. */
export interface Trust {
  tls: DeviceSide['tls']
  close(): void
}

export function openTrust(certificates: Pick<CertificateStore, 'all' | 'subscribe'>): Trust {
  /** Reading all certificates takes some time. */
  let context: SecureContext | undefined
  const unsubscribe = certificates.subscribe(() => (context = undefined))

  function makeContext(): SecureContext {
    const installed = certificates.all().filter(({ kind }) => kind === 'authority')
    return createSecureContext({
      ca: [...rootCertificates, ...installed.map(({ cert }) => cert)],
      // An authority whose own authority isn't installed is enough. Without it, OpenSSL also compares a
      // certificate with the first alone of several authorities with one name.
      allowPartialTrustChain: true,
      minVersion: 'TLSv1.2',
    })
  }

  return {
    tls: (host, validates) => ({
      host,
      ...(isIP(host) === 0 && { servername: host }),
      secureContext: (context ??= makeContext()),
      rejectUnauthorized: validates,
      checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
    }),
    close: unsubscribe,
  }
}
