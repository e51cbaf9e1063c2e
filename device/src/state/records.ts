import type { Database } from './database.ts'

/** One record of the device's state, such as the audio site. */
export interface StoredRecord<T> {
  /** Undefined until it is first stored. */
  get(): T | undefined
  /** Durable on return. */
  put(value: T): void
}

/** The record with this name. Only the device writes it, so reads are not validated. */
export function openRecord<T extends object>(database: Database, name: string): StoredRecord<T> {
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
