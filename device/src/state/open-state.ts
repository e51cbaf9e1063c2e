import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from './database.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { LostState } from './lost-state.ts'
import { openSecretBox } from './secret-box.ts'
import type { SecretBox } from './secret-box.ts'

/** The names of the files in a folder of the device's state, and in a copy of it. */
export const KEY_FILE = 'secrets.key'
export const DATABASE_FILE = 'state.db'

/**
 * Opens the database and the key of its secrets in a data folder, or creates them in an empty one.
 * The key is made only once the database is on disk, so a key without a database means that the
 * database was lost.
 * @throws LostState
 */
export function openState(
  folder: string,
  options: DatabaseOptions,
): { database: Database; secrets: SecretBox } {
  const secrets = openSecretBox(join(folder, KEY_FILE))
  const file = join(folder, DATABASE_FILE)
  const checkFirst = () => {
    if (secrets.hasKey()) throw new LostState('database')
  }
  // Before SQLite removes a write-ahead log without a database, from which it could be recovered.
  if (!existsSync(file) || statSync(file).size === 0) checkFirst()
  try {
    return { database: openDatabase(file, { ...options, checkFirst }), secrets }
  } catch (cause) {
    throw isDamage(cause) ? new LostState('database') : cause
  }
}

/** Whether SQLite can't read the file. */
const isDamage = (cause: unknown): boolean =>
  /^SQLITE_(NOTADB|CORRUPT)/.test(String((cause as { code?: unknown }).code))
