import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts secrets in the database that the device must be able to read again (AES-256-GCM), with a
 * key in a separate file. This protects copies of the database: a snapshot, a backup, a file sent
 * by mail. Anybody who can read the whole data folder has the key too; only the folder's
 * permissions protect against that.
 */
export interface SecretBox {
  /**
   * @param owner what the secret belongs to; it can't be opened for another owner
   */
  seal(secret: string, owner: string): string
  /** Undefined if it was sealed with another key, for another owner, or was changed. */
  open(sealed: string, owner: string): string | undefined
}

/**
 * @param keyFile created on first use
 */
export function openSecretBox(keyFile: string): SecretBox {
  let known: Buffer | undefined
  const key = (): Buffer => {
    known ??= readKey(keyFile) ?? makeKey(keyFile)
    return known
  }

  return {
    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64')
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      if (tag.length < TAG_BYTES) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
      try {
        const secret = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([secret, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/** Undefined if the file is missing or has the wrong size. */
function readKey(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file)
    return bytes.length === KEY_BYTES ? bytes : undefined
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}

/** Atomic, even in a power cut. */
function makeKey(file: string): Buffer {
  const key = randomBytes(KEY_BYTES)
  const temporary = `${file}.new`
  const written = openSync(temporary, 'w', 0o600)
  try {
    writeSync(written, key)
    fsyncSync(written)
  } finally {
    closeSync(written)
  }
  renameSync(temporary, file)
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
  return key
}
