import { createHash } from 'node:crypto'
import type { ImageType } from '@lintel/contract/rules/phonebook'
import type { Database } from '../database.ts'

/** An image as it was uploaded. */
export interface StoredImage {
  type: ImageType
  bytes: Uint8Array
}

/**
 * The images of entries, each stored once, under its SHA-256. They are in the database, so that
 * power cuts, snapshots and resets treat them like the entries that they belong to.
 */
export interface Images {
  /** Stores an image, and returns its hash. Until an entry has it, `sweep` removes it. */
  put(image: StoredImage): string
  get(hash: string): StoredImage | undefined
  /** The type and size of an image, without reading it. */
  describe(hash: string): { type: ImageType; size: number } | undefined
  /** Removes an image unless an entry still has it. */
  release(hash: string): void
  /** Removes all images that no entry has. */
  sweep(): void
}

export function openImages(database: Database): Images {
  return {
    put({ type, bytes }) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      database.run(
        'INSERT OR IGNORE INTO phonebook_images (hash, type, size, bytes) VALUES (?, ?, ?, ?)',
        hash,
        type,
        bytes.length,
        bytes,
      )
      return hash
    },
    get(hash) {
      const row = database.get('SELECT type FROM phonebook_images WHERE hash = ?', hash)
      const bytes = database.bytes('SELECT bytes FROM phonebook_images WHERE hash = ?', hash)
      return row && bytes && { type: String(row['type']) as ImageType, bytes }
    },
    describe(hash) {
      const row = database.get('SELECT type, size FROM phonebook_images WHERE hash = ?', hash)
      return row && { type: String(row['type']) as ImageType, size: Number(row['size']) }
    },
    release(hash) {
      if (hash === '') return
      database.run(
        'DELETE FROM phonebook_images WHERE hash = ? AND NOT EXISTS (SELECT 1 FROM phonebook WHERE image = ?)',
        hash,
        hash,
      )
    },
    sweep() {
      database.run('DELETE FROM phonebook_images WHERE hash NOT IN (SELECT image FROM phonebook)')
    },
  }
}
