import { Refusal } from '@lintel/contract/fault'
import { writable } from '@lintel/contract/xml/write'
import { fault } from '../../certificates/faults.ts'
import type { CertificateStore, StoredCertificate } from '../../state/certificate-store.ts'

/** Maximum length of a name. Own design. */
const ID_MAX = 64
/** Maximum number of certificates. Own design. */
const CERTIFICATES_MAX = 50

/** The names of the stored certificates. */
export interface Ids {
  /** Throws a Refusal unless all of these can be names of new certificates. */
  checkNew(ids: readonly string[]): void
  /** A free name. */
  free(): string
  /** Throws a Refusal if there is no certificate with this name. */
  known(id: string): StoredCertificate
  /** As `known`; also throws if it has no key. */
  withKey(id: string): StoredCertificate & { key: string }
}

export function idsIn(store: CertificateStore): Ids {
  function known(id: string): StoredCertificate {
    const found = store.find(id)
    if (!found) throw fault('CertificateID', `There is no certificate ${id.slice(0, ID_MAX)}.`)
    return found
  }

  return {
    checkNew(ids) {
      for (const id of ids) {
        if (id.trim() === '' || id !== id.trim() || id.length > ID_MAX || !isLine(id)) {
          const message = `A certificate needs a name of 1 to ${ID_MAX} characters.`
          throw fault('CertificateID', message)
        }
        if (store.find(id) || ids.indexOf(id) !== ids.lastIndexOf(id)) {
          throw fault('CertificateID', `There is a certificate ${id} already.`)
        }
      }
      if (store.all().length + ids.length <= CERTIFICATES_MAX) return
      throw new Refusal('invalid', `The device keeps at most ${CERTIFICATES_MAX} certificates.`, [
        'Receiver',
        'ter:Action',
        'ter:MaxCertificates',
      ])
    },
    free() {
      const taken = new Set(store.all().map(({ id }) => id))
      for (let number = 1; ; number += 1) {
        const id = `certificate-${number}`
        if (!taken.has(id)) return id
      }
    },
    known,
    withKey(id) {
      const { kind, key, ...others } = known(id)
      if (kind === 'authority') {
        throw fault('CertificateID', `The device has no key for the certificate ${id}.`)
      }
      if (key === undefined)
        throw fault('CertificateID', `The key of the certificate ${id} is lost.`)
      return { kind, key, ...others }
    },
  }
}

const isLine = (id: string): boolean => writable(id) && !/[\p{Cc}\u2028\u2029]/u.test(id)
