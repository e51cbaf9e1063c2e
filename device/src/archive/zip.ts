// Our own, around Node's deflate: `fflate` compresses either on the event loop or in a worker that
// it creates from source text.
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

/** A file in an archive. */
export interface Packed {
  /** Path inside, with forward slashes, in ASCII. */
  name: string
  bytes: Uint8Array
}

const deflate = promisify(deflateRaw)

const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATED = 8
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50

/**
 * Packs files into a zip archive (PKWARE APPNOTE 6.3). Compression runs off the event loop.
 * @param modified the device's local time, for every file: a `Date` whose UTC fields hold it
 */
export async function zip(files: readonly Packed[], modified: Date): Promise<Uint8Array> {
  const written: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const body = await deflate(bytes)
    const path = Buffer.from(name)
    const facts = factsOf(bytes, body, path, modified)
    const head = [u32(LOCAL), u16(VERSION), facts, u16(0), path]
    const from = offset
    directory.push(
      u32(CENTRAL),
      u16(VERSION),
      u16(VERSION),
      facts,
      // No extra field, no comment, first disk, no attributes.
      Buffer.alloc(12),
      u32(from),
      path,
    )
    const parts = [...head, body]
    offset += sizeOf(parts)
    written.push(...parts)
  }
  const end = [
    u32(END),
    Buffer.alloc(4),
    u16(files.length),
    u16(files.length),
    u32(sizeOf(directory)),
    u32(offset),
    u16(0),
  ]
  return Buffer.concat([...written, ...directory, ...end])
}

/**
 * The fields that both headers of a file share: flags, method, time, checksum, sizes, name length.
 */
function factsOf(bytes: Uint8Array, body: Uint8Array, path: Uint8Array, modified: Date): Buffer {
  const { time, date } = dosTime(modified)
  return Buffer.concat([
    u16(UTF8_NAMES),
    u16(DEFLATED),
    u16(time),
    u16(date),
    u32(crc32(bytes)),
    u32(body.length),
    u32(bytes.length),
    u16(path.length),
  ])
}

/** DOS times have a resolution of two seconds and start in 1980. */
function dosTime(at: Date): { time: number; date: number } {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date:
      (Math.max(at.getUTCFullYear() - 1980, 0) << 9) |
      ((at.getUTCMonth() + 1) << 5) |
      at.getUTCDate(),
  }
}

const sizeOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0)

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
