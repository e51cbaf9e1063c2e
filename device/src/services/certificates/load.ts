import { createPrivateKey } from 'node:crypto'
import type { KeyObject, X509Certificate } from 'node:crypto'
import type { RequestOf } from '@lintel/contract/call'
import type {
  loadCaCertificates,
  loadCertificates,
  loadCertificateWithKey,
  loadPkcs12,
} from '@lintel/contract/calls/certificates'
import { fault } from '../../certificates/faults.ts'
import { openPkcs12 } from '../../certificates/pkcs12.ts'
import type { StartPkcs12Worker } from '../../certificates/pkcs12.ts'
import {
  bytesOf,
  certificatesIn,
  chainFor,
  isSelfSigned,
  pemOf,
  privateKeyIn,
} from '../../certificates/read.ts'
import type { Device } from '../../device.ts'
import type { StoredCertificate } from '../../state/certificate-store.ts'
import { idsIn } from './ids.ts'

/** Loads certificates; each list all or none. All methods throw a `Refusal`. */
export interface Loading {
  withKeys(input: RequestOf<typeof loadCertificateWithKey>['CertificateWithPrivateKey']): void
  signed(input: RequestOf<typeof loadCertificates>['NVTCertificate']): void
  authorities(input: RequestOf<typeof loadCaCertificates>['CACertificate']): void
  pkcs12(input: RequestOf<typeof loadPkcs12>): Promise<void>
}

export function openLoading(
  device: Pick<Device, 'certificates' | 'clock' | 'logToBench'>,
  startWorker: StartPkcs12Worker,
): Loading {
  const { certificates: store, clock } = device
  const ids = idsIn(store)

  function storeAll(loaded: readonly StoredCertificate[], how: 'added' | 'signed'): void {
    if (loaded.length === 0) throw fault('CertificateFormat', 'No certificate is given.')
    store.put(loaded)
    for (const { id, cert } of loaded) {
      device.logToBench(`certificate.${how}`, { id })
      const [first] = certificatesIn(Buffer.from(cert))
      const [from, until] = [first?.validFrom, first?.validTo].map((time) => Date.parse(time ?? ''))
      const isValid = (from ?? 0) <= clock.now() && clock.now() <= (until ?? 0)
      // Accepted with a warning, because the device's clock may be wrong.
      if (!isValid) device.logToBench('certificate.notValid', { id })
    }
  }

  /**
   * The key of a signed certificate: that of the certificate it replaces, or for a new one any that
   * matches.
   */
  function keyFor(id: string, certificates: readonly X509Certificate[]): KeyObject {
    if (store.find(id)) return createPrivateKey(ids.withKey(id).key)
    ids.checkNew([id])
    for (const { key } of store.all()) {
      const found = key === undefined ? undefined : createPrivateKey(key)
      if (found && certificates.some((one) => one.checkPrivateKey(found))) return found
    }
    throw fault('KeysNotMatching', 'The device has no private key for this certificate.')
  }

  return {
    withKeys(input) {
      const free = ids.free()
      const named = input.map(({ CertificateID: id = free, ...data }) => ({ id, ...data }))
      ids.checkNew(named.map(({ id }) => id))
      const loaded = named.map(({ id, Certificate, PrivateKey }) =>
        own(id, privateKeyIn(bytesOf(PrivateKey.Data)), certificatesIn(bytesOf(Certificate.Data))),
      )
      storeAll(loaded, 'added')
    },
    signed(input) {
      const loaded = input.map(({ CertificateID: id, Certificate }) => {
        const found = certificatesIn(bytesOf(Certificate.Data))
        return own(id, keyFor(id, found), found)
      })
      storeAll(loaded, 'signed')
    },
    authorities(input) {
      ids.checkNew(input.map(({ CertificateID }) => CertificateID))
      const loaded = input.map(({ CertificateID: id, Certificate }): StoredCertificate => {
        const [first, another] = certificatesIn(bytesOf(Certificate.Data))
        if (!first || another) {
          throw fault('CertificateFormat', 'Load the certificates of authorities one by one.')
        }
        // A self-signed certificate is its own authority.
        if (!first.ca && !isSelfSigned(first)) {
          throw fault('CertificateFormat', 'This is not the certificate of an authority.')
        }
        return { id, kind: 'authority', cert: pemOf([first]), key: undefined, factory: false }
      })
      storeAll(loaded, 'added')
    },
    async pkcs12({ CertificateID: id, Pkcs12, Password: password = '' }) {
      ids.checkNew([id])
      const order = { bytes: bytesOf(Pkcs12.Data), password }
      const { key, certificates } = await openPkcs12(order, startWorker, clock)
      const pem = Buffer.from(key.export({ type: 'pkcs8', format: 'pem' }).toString())
      // The name may have been taken in the meantime.
      ids.checkNew([id])
      storeAll([own(id, privateKeyIn(pem), certificates)], 'added')
    },
  }
}

/** A certificate with key and chain. */
const own = (id: string, key: KeyObject, certificates: X509Certificate[]): StoredCertificate => ({
  id,
  kind: 'own',
  cert: pemOf(chainFor(key, certificates)),
  key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  factory: false,
})
