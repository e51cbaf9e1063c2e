import type { CallInformation } from '@lintel/contract/phonebook-entries'
import type { Database } from '../database.ts'

/** What counts of the row of an entry. */
interface Row {
  id: string
  type: string
  record: { callInformation?: readonly CallInformation[] }
}

/** The SIP addresses of contacts, as people typed them but for capitals, each with its contacts. */
export interface Addresses {
  /** Replaces the addresses of a row. */
  set(row: Row): void
  /** @param id of a row */
  forget(id: string): void
  clear(): void
  /** The ids of the rows with one of these addresses, in order of creation. */
  rowsWith(addresses: readonly string[]): string[]
}

export function openAddresses(database: Database): Addresses {
  const forget = (id: string) =>
    database.run('DELETE FROM phonebook_addresses WHERE contact = ?', Number(id))

  return {
    set({ id, type, record }) {
      forget(id)
      if (type !== 'Person') return
      for (const call of record.callInformation ?? []) {
        if (call.type !== 'SIP') continue
        database.run(
          'INSERT OR IGNORE INTO phonebook_addresses (address, contact) VALUES (?, ?)',
          call.address.toLowerCase(),
          Number(id),
        )
      }
    },
    forget,
    clear() {
      database.run('DELETE FROM phonebook_addresses')
    },
    rowsWith: (addresses) =>
      database
        .all(
          `SELECT DISTINCT contact FROM phonebook_addresses
          WHERE address IN (SELECT value FROM json_each(?)) ORDER BY contact`,
          JSON.stringify(addresses.map((one) => one.toLowerCase())),
        )
        .map(({ contact }) => String(contact)),
  }
}
