import type { Database, Row } from './database.ts'
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

const COLUMNS = 'id, kind, certificate, private_key, factory'

export function openCertificateStore(database: Database, box: SecretBox): CertificateStore {
  const listeners = new Set<() => void>()

  function stored(row: Row): StoredCertificate {
    const id = String(row['id'])
    const sealed = row['private_key']
    return {
      id,
      kind: row['kind'] === 'own' ? 'own' : 'authority',
      cert: String(row['certificate']),
      key: typeof sealed === 'string' ? box.open(sealed, ownerOf(id)) : undefined,
      factory: row['factory'] === 1,
    }
  }

  /** Keys of before there was a secret box stand in the clear. */
  function sealOld(): void {
    const clear = database.all(
      "SELECT id, private_key FROM certificates WHERE private_key LIKE '-----BEGIN%'",
    )
    if (clear.length === 0) return
    database.tx(() => {
      for (const { id, private_key: key } of clear) {
        const sealed = box.seal(String(key), ownerOf(String(id)))
        database.run('UPDATE certificates SET private_key = ? WHERE id = ?', sealed, String(id))
      }
    })
    // Until then the log beside the file still holds them.
    database.all('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  function tell(): void {
    for (const fn of Array.from(listeners)) fn()
  }

  sealOld()
  database.onRestored(() => {
    sealOld()
    tell()
  })

  return {
    all: () => database.all(`SELECT ${COLUMNS} FROM certificates ORDER BY number`).map(stored),
    find(id) {
      const row = database.get(`SELECT ${COLUMNS} FROM certificates WHERE id = ?`, id)
      return row && stored(row)
    },
    put(certificates) {
      database.tx(() => {
        for (const { id, kind, cert, key, factory } of certificates) {
          const sealed = key === undefined ? null : box.seal(key, ownerOf(id))
          database.run(
            `INSERT INTO certificates (${COLUMNS}) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET kind = excluded.kind,
               certificate = excluded.certificate, private_key = excluded.private_key,
               factory = excluded.factory`,
            id,
            kind,
            cert,
            sealed,
            factory ? 1 : 0,
          )
        }
      })
      tell()
    },
    remove(ids) {
      database.tx(() => {
        for (const id of ids) database.run('DELETE FROM certificates WHERE id = ?', id)
      })
      tell()
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}

/** Under which name the box keeps a key; ONVIF accounts have names without a colon. */
const ownerOf = (id: string): string => `certificate:${id}`
