import type { Database } from './database.ts'
import type { Definition } from './definition.ts'
import { openRecord } from './records.ts'

const planOf = (database: Database) => openRecord<{ do: 'restore' }>(database, 'reset')

/**
 * Plans a restore of the factory values for the next start. Running it at once would mix it with
 * requests in flight; a start that is interrupted runs it again.
 */
export function planRestore(database: Database): void {
  planOf(database).put({ do: 'restore' })
}

/**
 * Runs a planned restore, all or nothing. It keeps parameters marked `preserved` and the device's own
 * certificate; accounts, sessions, notes and all else are removed. Call it before any state is
 * read.
 * @returns whether a restore was planned
 */
export function finishRestore(database: Database, definitions: readonly Definition[]): boolean {
  if (!planOf(database).get()) return false
  const preserved = new Set(definitions.flatMap((one) => (one.preserved ? [one.name] : [])))
  database.tx(() => {
    for (const { name: table } of database.all(TABLES)) {
      if (table === 'parameters') removeAllBut(database, preserved)
      else if (table === 'certificates') {
        database.run('DELETE FROM certificates WHERE factory = 0')
      } else database.run(`DELETE FROM "${table}"`)
    }
  })
  // Overwrites the removed content in the file's free pages.
  database.run('VACUUM')
  database.scrub()
  return true
}

const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"

function removeAllBut(database: Database, preserved: ReadonlySet<string>): void {
  for (const { name } of database.all('SELECT name FROM parameters')) {
    if (!preserved.has(String(name))) {
      database.run('DELETE FROM parameters WHERE name = ?', String(name))
    }
  }
}
