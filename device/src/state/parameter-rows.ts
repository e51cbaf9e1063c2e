import type { Database } from './database.ts'
import type { SecretBox } from './secret-box.ts'

/** Prefix of a sealed value; values stored before secrets were sealed lack it. */
const SEALED = 'sealed:'

/** The stored texts, in the database. Secrets are sealed. */
export interface ParameterRows {
  names(): string[]
  /** By name; without secrets sealed with another key. */
  read(): Map<string, string>
  /** Writes all or none. `also` runs in the same transaction. */
  write(changes: Iterable<readonly [string, string]>, also?: () => void): void
  remove(names: readonly string[]): void
  /** Seals the secrets that older software stored in the clear. */
  sealOld(): void
}

/**
 * @param isSecret whether the parameter of this name is stored sealed
 */
export function openRows(
  database: Database,
  isSecret: (name: string) => boolean,
  secrets: SecretBox | undefined,
): ParameterRows {
  const seal = (name: string, value: string): string =>
    secrets && value !== '' && isSecret(name) ? SEALED + secrets.seal(value, name) : value

  function unseal(name: string, value: string): string | undefined {
    if (!value.startsWith(SEALED) || !isSecret(name)) return value
    return secrets?.open(value.slice(SEALED.length), name)
  }

  function write(changes: Iterable<readonly [string, string]>, also: () => void): void {
    database.tx(() => {
      also()
      for (const [name, value] of changes) {
        database.run('REPLACE INTO parameters (name, value) VALUES (?, ?)', name, seal(name, value))
        if (isSecret(name)) database.scrub()
      }
    })
  }

  return {
    names: () => database.all('SELECT name FROM parameters').map((row) => String(row['name'])),
    read() {
      const rows = database.all('SELECT name, value FROM parameters')
      return new Map(
        rows.flatMap((row) => {
          const name = String(row['name'])
          const value = unseal(name, String(row['value']))
          return value === undefined ? [] : [[name, value] as const]
        }),
      )
    },
    write: (changes, also = () => {}) => write(changes, also),
    remove(names) {
      database.tx(() => {
        for (const name of names) database.run('DELETE FROM parameters WHERE name = ?', name)
        if (names.some(isSecret)) database.scrub()
      })
    },
    sealOld() {
      const rows = database.all('SELECT name, value FROM parameters')
      const clear = rows
        .map((row) => [String(row['name']), String(row['value'])] as const)
        .filter(([name, value]) => isSecret(name) && value !== '' && !value.startsWith(SEALED))
      if (secrets && clear.length > 0) write(clear, () => {})
    },
  }
}
