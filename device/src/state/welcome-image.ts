import { createHash } from 'node:crypto'
import type { ImageType } from '@lintel/contract/rules/phonebook'
import type { Database } from './database.ts'
import type { StoredImage } from './phonebook/images.ts'

/**
 * The image on the home screen of the display. It is in the database, so that power cuts, snapshots
 * and resets treat it like the settings that it belongs to.
 */
export interface WelcomeImage {
  /** Its SHA-256 in hexadecimal and its type; undefined if there is none. */
  describe(): { hash: string; type: ImageType } | undefined
  get(): StoredImage | undefined
  /** Replaces it or removes it, durably. */
  set(image: StoredImage | undefined): void
  /** Called after every change. */
  subscribe(fn: () => void): () => void
}

export function openWelcomeImage(database: Database): WelcomeImage {
  const listeners = new Set<() => void>()
  const describe = () => {
    const row = database.get('SELECT hash, type FROM welcome_image')
    return row && { hash: String(row['hash']), type: String(row['type']) as ImageType }
  }
  return {
    describe,
    get() {
      const described = describe()
      const bytes = database.bytes('SELECT bytes FROM welcome_image')
      return described && bytes && { type: described.type, bytes }
    },
    set(image) {
      if (image) {
        const { type, bytes } = image
        database.run(
          'REPLACE INTO welcome_image (id, hash, type, bytes) VALUES (1, ?, ?, ?)',
          createHash('sha256').update(bytes).digest('hex'),
          type,
          bytes,
        )
      } else database.run('DELETE FROM welcome_image')
      database.afterCommit(() => {
        for (const fn of Array.from(listeners)) fn()
      })
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}
