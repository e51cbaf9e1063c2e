import type { Certificate } from '@lintel/front-door/listeners'
import type { Database } from './database.ts'

/** The id of the certificate that the device makes for itself. */
const OWN = 'device'

/** The certificate that the device shows, with its key. */
export interface CertificateStore {
  /** Undefined until the first boot has made one. */
  current(): Certificate | undefined
  keep(certificate: Certificate): void
}

export function openCertificateStore(database: Database): CertificateStore {
  return {
    current() {
      const row = database.get(
        'SELECT certificate, private_key FROM certificates WHERE id = ?',
        OWN,
      )
      return row && { cert: String(row['certificate']), key: String(row['private_key']) }
    },
    keep({ cert, key }) {
      database.run(
        'REPLACE INTO certificates (id, certificate, private_key) VALUES (?, ?, ?)',
        OWN,
        cert,
        key,
      )
    },
  }
}
