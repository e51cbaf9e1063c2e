import { createHash } from 'node:crypto'
import { Refusal } from '@lintel/contract/fault'
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
  /** Removes an image unless an entry still has it, or somebody holds the images. */
  release(hash: string): void
  /**
   * Keeps all images, also those that no entry has, such as the ones of an import that goes on.
   * Returns a function that lets them go, and removes what nobody needs then.
   */
  hold(): () => void
  /**
   * Removes all images that no entry has, unless somebody holds them. What a full disk leaves of
   * them, the next time removes.
   */
  sweep(): void
}

/** Bytes that are removed at once: they are overwritten, and the log takes as many. */
const SWEEP_MAX = 8_000_000
/** Images whose sizes are read at once. */
const SWEEP_ROWS = 100

const LEFT_OVER = `SELECT hash, size FROM phonebook_images
  WHERE NOT EXISTS (SELECT 1 FROM phonebook WHERE image = hash) LIMIT ${SWEEP_ROWS}`

export function openImages(database: Database): Images {
  let holders = 0

  /** Removes some images that no entry has; returns whether there were any. */
  function sweepSome(): boolean {
    const found = database.all(LEFT_OVER)
    if (found.length === 0) return false
    database.tx(() => {
      let removed = 0
      for (const { hash, size } of found) {
        if (removed > 0 && removed + Number(size) > SWEEP_MAX) return
        database.run('DELETE FROM phonebook_images WHERE hash = ?', String(hash))
        removed += Number(size)
      }
    })
    return true
  }

  function sweep(): void {
    if (holders > 0) return
    try {
      while (sweepSome());
    } catch (cause) {
      if (!(cause instanceof Refusal && cause.reason === 'storage')) throw cause
    }
  }

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
      if (hash === '' || holders > 0) return
      database.run(
        'DELETE FROM phonebook_images WHERE hash = ? AND NOT EXISTS (SELECT 1 FROM phonebook WHERE image = ?)',
        hash,
        hash,
      )
    },
    hold() {
      let isHeld = true
      holders += 1
      return () => {
        if (!isHeld) return
        isHeld = false
        holders -= 1
        sweep()
      }
    },
    sweep,
  }
}
