import type { Database } from './database.ts'

/** One document of the device's state, such as the audio site. */
export interface KeptRecord<T> {
  /** Undefined until it is first stored. */
  get(): T | undefined
  /** Durable on return. */
  put(value: T): void
}

/** The document with this name. Only the device writes it, so reads are not validated. */
export function openRecord<T extends object>(database: Database, name: string): KeptRecord<T> {
  return {
    get() {
      const row = database.get('SELECT value FROM records WHERE name = ?', name)
      return row && (JSON.parse(String(row['value'])) as T)
    },
    put(value) {
      const text = JSON.stringify(value)
      database.run('REPLACE INTO records (name, value) VALUES (?, ?)', name, text)
    },
  }
}
