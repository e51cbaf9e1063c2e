import type { Database } from './database.ts'
import { openRecord } from './records.ts'

/** Ids of certificates that are used together. */
export interface CertificateSet {
  own: string[]
  authorities: string[]
  trusted: string[]
}

/** The certificates of each use, such as an audio site. */
export interface CertificateSets {
  /** Empty until it is set. */
  get(name: string): CertificateSet
  put(name: string, set: CertificateSet): void
  /** The names of the sets that contain a certificate. */
  naming(id: string): string[]
}

export function openCertificateSets(database: Database): CertificateSets {
  const record = openRecord<Record<string, CertificateSet>>(database, 'certificateSets')
  const all = () => record.get() ?? {}
  return {
    get: (name) => all()[name] ?? { own: [], authorities: [], trusted: [] },
    put: (name, set) => record.put({ ...all(), [name]: set }),
    naming: (id) =>
      Object.entries(all())
        .filter(([, { own, authorities, trusted }]) =>
          [...own, ...authorities, ...trusted].includes(id),
        )
        .map(([name]) => name),
  }
}
