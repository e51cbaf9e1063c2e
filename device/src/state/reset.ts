import type { Database } from './database.ts'
import type { Definition } from './definition.ts'
import { openRecord } from './records.ts'

const planOf = (database: Database) => openRecord<{ do: 'restore' }>(database, 'reset')

/**
 * Has the next start put back the factory values. Not at once: whatever is still on its way in
 * belongs to the old state, and a start that is broken off begins it again.
 */
export function planRestore(database: Database): void {
  planOf(database).put({ do: 'restore' })
}

/**
 * Does what is planned: all or nothing. Of the parameters those stay that are marked `kept`, and the
 * certificate that the device made for itself; accounts, sessions, notes and all else go.
 * To be called before anything of the state is read.
 * @returns whether there was anything to do
 */
export function finishRestore(database: Database, definitions: readonly Definition[]): boolean {
  if (!planOf(database).get()) return false
  const kept = new Set(definitions.flatMap((one) => (one.kept ? [one.name] : [])))
  database.tx(() => {
    for (const { name: table } of database.all(TABLES)) {
      if (table === 'parameters') removeAllBut(database, kept)
      else if (table === 'certificates') {
        database.run('DELETE FROM certificates WHERE factory = 0')
      } else database.run(`DELETE FROM "${table}"`)
    }
  })
  // What was removed must not be found in the file's free pages.
  database.run('VACUUM')
  return true
}

const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"

function removeAllBut(database: Database, kept: ReadonlySet<string>): void {
  for (const { name } of database.all('SELECT name FROM parameters')) {
    if (!kept.has(String(name))) {
      database.run('DELETE FROM parameters WHERE name = ?', String(name))
    }
  }
}
