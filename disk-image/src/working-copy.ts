/**
 * A decrypted copy of an encrypted image, on which the programs for file systems work. There is no
 * way to do without one: decrypting below them takes the device mapper, and so root.
 *
 * Sectors that nobody has ever written are zeros in the image, which would decrypt to noise. In the
 * copy they hold a filler: random bytes, the same for all of them, drawn for each copy. So a sector
 * that still equals the filler is left alone, and the image stays sparse and quick to open, while
 * zeros that a program writes are a change like any other. With zeros as the filler they would not
 * be: the image would then hold noise where other programs expect these zeros.
 */
import { randomBytes, webcrypto } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Watch } from './file-system.ts'
import { folderInMemory, openHidden } from './hidden-file.ts'
import { payloadOffset } from './luks.ts'
import { openXts, SECTOR } from './xts.ts'
import type { Xts } from './xts.ts'

/**
 * Bytes that are compared and written together: AES takes about a millisecond for them, and each
 * is followed by a turn of the event loop.
 */
const CHUNK = 256 << 10

/** The digest of a chunk in which nothing was ever written. */
const NEVER = 'never written'

export interface WorkingCopy {
  /** Where programs find it. */
  path: string
  /** The 512 bytes of a sector that was never written. */
  filler: Buffer
  /** Encrypts what has changed since, and writes it into the image. On return it is on the disk. */
  save(): Promise<void>
  /** Throws the copy and the key away. */
  close(): Promise<void>
}

/**
 * Opens a copy in memory, or in a private folder if there is not enough.
 * @param key As `unlock` returns it; closing overwrites it.
 */
export async function openCopy(
  image: string,
  key: Buffer,
  privateFolder: string,
  { signal, progress }: Watch = {},
): Promise<WorkingCopy> {
  const offset = await payloadOffset(image)
  const size = Math.floor(((await stat(image)).size - offset) / SECTOR) * SECTOR
  const chunks = Array.from({ length: Math.ceil(size / CHUNK) }, (_, index) => ({
    at: index * CHUNK,
    length: Math.min(CHUNK, size - index * CHUNK),
  }))
  const filler = randomBytes(SECTOR)
  const codec = openCodec(openXts(key), filler)
  const digests: string[] = []

  const hidden = await openHidden(await folderInMemory(size, privateFolder))
  const digest = async (plain: Buffer) =>
    codec.isFiller(plain)
      ? NEVER
      : Buffer.from(await webcrypto.subtle.digest('SHA-256', plain)).toString('latin1')

  async function decryptAll() {
    const source = await open(image, 'r')
    const room = Buffer.allocUnsafe(CHUNK)
    try {
      for (const [index, { at, length }] of chunks.entries()) {
        signal?.throwIfAborted()
        const plain = codec.decrypt(
          await bytesAt(source, offset + at, room.subarray(0, length)),
          at,
        )
        await hidden.handle.write(plain, 0, length, at)
        digests[index] = await digest(plain)
        progress?.(Math.floor(((index + 1) * 100) / chunks.length))
      }
    } finally {
      await source.close()
    }
  }

  try {
    await decryptAll()
  } catch (failure) {
    key.fill(0)
    await hidden.close()
    throw failure
  }

  return {
    path: hidden.path,
    filler,

    /**
     * What has never been written comes first, and the rest when that is on the disk: a power cut
     * in between leaves new data that nothing refers to yet, and no references to data that is
     * missing.
     */
    async save() {
      const target = await open(image, 'r+')
      const room = Buffer.allocUnsafe(CHUNK)
      const store = async (index: number, { at, length }: (typeof chunks)[number]) => {
        const plain = await bytesAt(hidden.handle, at, room.subarray(0, length))
        const now = await digest(plain)
        if (now === digests[index]) return
        await target.write(codec.encrypt(plain, at), 0, length, offset + at)
        digests[index] = now
      }
      const later: number[] = []
      try {
        for (const [index, chunk] of chunks.entries()) {
          if (digests[index] === NEVER) await store(index, chunk)
          else later.push(index)
        }
        await target.datasync()
        for (const index of later) {
          const chunk = chunks[index]
          if (chunk) await store(index, chunk)
        }
        await target.sync()
      } finally {
        await target.close()
      }
    },

    async close() {
      key.fill(0)
      await hidden.close()
    },
  }
}

const same = (bytes: Buffer, other: Buffer) => bytes.equals(other.subarray(0, bytes.length))

/** Puts sectors that equal one thing in the source as another into the result. */
function keepApart(source: Buffer, ones: Buffer, result: Buffer, others: Buffer): Buffer {
  const [one, other] = [ones.subarray(0, SECTOR), others.subarray(0, SECTOR)]
  for (let at = 0; at < source.length; at += SECTOR) {
    if (one.compare(source, at, at + SECTOR) === 0) other.copy(result, at)
  }
  return result
}

/** Encrypts and decrypts chunks, of which some sectors may never have been written. */
function openCodec(xts: Xts, filler: Buffer) {
  const zeros = Buffer.alloc(CHUNK)
  const fillers = Buffer.alloc(CHUNK, filler)

  return {
    isFiller: (plain: Buffer) => same(plain, fillers),
    decrypt(encrypted: Buffer, at: number): Buffer {
      if (same(encrypted, zeros)) return fillers.subarray(0, encrypted.length)
      return keepApart(encrypted, zeros, xts.decrypt(encrypted, at / SECTOR), fillers)
    },
    encrypt: (plain: Buffer, at: number): Buffer =>
      keepApart(plain, fillers, xts.encrypt(plain, at / SECTOR), zeros),
  }
}

/** Fills a buffer from a place in a file. */
async function bytesAt(handle: FileHandle, at: number, room: Buffer): Promise<Buffer> {
  const { bytesRead } = await handle.read(room, 0, room.length, at)
  if (bytesRead !== room.length) throw new Error('The image has become shorter.')
  return room
}
