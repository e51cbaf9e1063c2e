import { openCollection } from './collection.ts'
import { booleanColumn, choiceColumn, optionalTextColumn, textColumn } from './columns.ts'
import type { Database } from './database.ts'
import type { SecretBox } from './secret-box.ts'

/** The id of the certificate that the device makes for itself. */
export const OWN_CERTIFICATE = 'device'

export interface StoredCertificate {
  /** Unique among those of both kinds. */
  id: string
  /** The device's own, with a key; or that of an authority. */
  kind: 'own' | 'authority'
  /** PEM. The chain up to an authority follows. */
  cert: string
  /**
   * PEM (PKCS#8). Undefined for an authority's, and where another device's key has sealed it: such a
   * certificate serves for nothing.
   */
  key: string | undefined
  /** The device made it for itself, and may make another one in its place. */
  factory: boolean
}

/** Certificates; their keys are kept in the secret box. A change is durable when the method returns. */
export interface CertificateStore {
  /** In the order in which they came. */
  all(): StoredCertificate[]
  find(id: string): StoredCertificate | undefined
  /** All or none. One of an id that there is takes its place. */
  put(certificates: readonly StoredCertificate[]): void
  remove(ids: readonly string[]): void
  subscribe(fn: () => void): () => void
}

/** A row of the collection; `name` is the certificate's id. */
interface CertificateRow {
  name: string
  kind: StoredCertificate['kind']
  certificate: string
  /** Sealed with the key of this device. */
  private_key: string | undefined
  factory: boolean
}

export function openCertificateStore(database: Database, box: SecretBox): CertificateStore {
  const certificates = openCollection<CertificateRow>(database, {
    table: 'certificates',
    columns: {
      name: textColumn,
      kind: choiceColumn<CertificateRow['kind']>(),
      certificate: textColumn,
      private_key: optionalTextColumn,
      factory: booleanColumn,
    },
  })

  const certificateIn = (row: CertificateRow): StoredCertificate => ({
    id: row.name,
    kind: row.kind,
    cert: row.certificate,
    key: row.private_key === undefined ? undefined : box.open(row.private_key, ownerOf(row.name)),
    factory: row.factory,
  })

  const rowOf = ({ id, kind, cert, key, factory }: StoredCertificate): CertificateRow => ({
    name: id,
    kind,
    certificate: cert,
    private_key: key === undefined ? undefined : box.seal(key, ownerOf(id)),
    factory,
  })

  /** Seals the keys of databases that were written before there was a secret box. */
  function sealOld(): void {
    const clear = certificates.all().filter((row) => row.private_key?.startsWith('-----BEGIN'))
    if (clear.length === 0) return
    certificates.change(() => {
      for (const { id, name, private_key: key = '' } of clear) {
        certificates.update(id, { private_key: box.seal(key, ownerOf(name)) })
      }
    })
    // Until the checkpoint, the write-ahead log still holds the keys in the clear.
    database.all('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  sealOld()
  database.onRestored(sealOld)

  return {
    all: () => certificates.all().map(certificateIn),
    find(id) {
      const row = certificates.findBy('name', id)
      return row && certificateIn(row)
    },
    put(given) {
      certificates.change(() => {
        for (const certificate of given) {
          const row = certificates.findBy('name', certificate.id)
          if (row) certificates.update(row.id, rowOf(certificate))
          else certificates.add(rowOf(certificate))
        }
      })
    },
    remove(ids) {
      certificates.change(() => {
        for (const id of ids) {
          const row = certificates.findBy('name', id)
          if (row) certificates.remove(row.id)
        }
      })
    },
    subscribe: (fn) => certificates.subscribe(() => fn()),
  }
}

/** Under which name the box keeps a key; ONVIF accounts have names without a colon. */
const ownerOf = (id: string): string => `certificate:${id}`
