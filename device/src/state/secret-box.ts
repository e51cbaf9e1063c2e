import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from './sync-files.ts'

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
  /** Whether the key file exists, with a key or damaged. */
  hasKey(): boolean
  /** Copies the keys into a file beside a copy of the database. */
  save(file: string): void
  /** Also opens, from now on, what was sealed with the keys in this file; it may be missing. */
  adopt(file: string): void
}

/**
 * @param keyFile created on first use. Its first key seals, the others only open.
 */
export function openSecretBox(keyFile: string): SecretBox {
  let keys = readKeys(keyFile)

  function sealingKey(): Buffer {
    const [known] = keys
    if (known) return known
    const made = randomBytes(KEY_BYTES)
    writeKeys(keyFile, [made])
    keys = [made]
    return made
  }

  return {
    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey(), nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64')
      for (const key of keys) {
        const secret = opened(bytes, owner, key)
        if (secret !== undefined) return secret
      }
      return undefined
    },
    hasKey: () => existsSync(keyFile),
    save(file) {
      if (keys.length > 0) writeKeys(file, keys)
      else rmSync(file, { force: true })
    },
    adopt(file) {
      const strange = readKeys(file).filter((key) => !keys.some((own) => own.equals(key)))
      if (strange.length === 0) return
      writeKeys(keyFile, [...keys, ...strange])
      keys = [...keys, ...strange]
    },
  }
}

function opened(sealed: Buffer, owner: string, key: Buffer): string | undefined {
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  if (tag.length < TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
  try {
    const secret = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([secret, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** None if the file is missing or has the wrong size. */
function readKeys(file: string): Buffer[] {
  try {
    const bytes = readFileSync(file)
    if (bytes.length % KEY_BYTES > 0) return []
    return Array.from({ length: bytes.length / KEY_BYTES }, (_, at) =>
      bytes.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES),
    )
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw cause
  }
}

/** Atomic, even in a power cut. */
function writeKeys(file: string, keys: readonly Buffer[]): void {
  const temporary = `${file}.new`
  const written = openSync(temporary, 'w', 0o600)
  try {
    writeSync(written, Buffer.concat(keys))
    fsyncSync(written)
  } finally {
    closeSync(written)
  }
  renameSync(temporary, file)
  syncFolder(dirname(file))
}
