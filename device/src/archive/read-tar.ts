/**
 * Our own reader of tar archives. The parser of `tar` buffers everything after the end of an
 * archive (zeros compress a thousandfold), and never finishes an entry that is truncated while it is
 * being read.
 */

/** Why an archive can't be read: it isn't one of ours, or it is truncated. */
export class BrokenArchive extends Error {
  readonly how: 'foreign' | 'incomplete'
  constructor(how: BrokenArchive['how']) {
    super(`the archive is ${how}`)
    this.name = 'BrokenArchive'
    this.how = how
  }
}

/** A file in an archive. Read its bytes before requesting the next entry. */
export interface ArchiveEntry {
  /** `other`: a link, a device or something else that is no file. */
  kind: 'file' | 'folder' | 'other'
  path: string
  size: number
  /** Whether it may be run. */
  executable: boolean
  bytes: AsyncIterable<Uint8Array>
}

export interface ReadOptions {
  /**
   * Whether the archive may be anybody's: with folders, links and devices, and with the long names of
   * GNU and POSIX.1-2001. Otherwise anything but plain files makes it `foreign`.
   */
  anybodys?: boolean
}

const BLOCK = 512
/**
 * Maximum number of bytes after the end: archives are padded to whole records (20 blocks by
 * default).
 */
const FILLING_MAX = 1024 * 1024

/** Maximum size in bytes of a long name, or of the fields that extend a header. */
const EXTENSION_MAX = 16 * 1024

/**
 * Streams the entries of a tar archive (POSIX.1-1988 ustar), holding no more than one chunk in
 * memory.
 * @throws BrokenArchive
 */
export async function* entriesIn(
  bytes: AsyncIterable<Uint8Array>,
  { anybodys = false }: ReadOptions = {},
): AsyncGenerator<ArchiveEntry> {
  const source = openSource(bytes)
  /** What the last entries say of the next one. */
  let extended: Extension = {}
  try {
    for (;;) {
      const header = await source.block()
      if (header.every((byte) => byte === 0)) break
      const { type, path, size: written, mode } = headerIn(header)
      const kind = kindOf(type)
      if (!anybodys && kind !== 'file') throw new BrokenArchive('foreign')
      const size = kind === 'folder' ? 0 : (extended.size ?? written)
      const content = source.next(size)
      if (kind === 'extension') {
        if (size > EXTENSION_MAX) throw new BrokenArchive('foreign')
        extended = { ...extended, ...extensionIn(type, await bytesOf(content)) }
      } else {
        const executable = (mode & 0o111) !== 0
        yield { kind, path: extended.path ?? path, size, executable, bytes: content }
        extended = {}
      }
      // Unread content, and the padding of its last block.
      await skip(content)
      await skip(source.next((BLOCK - (size % BLOCK)) % BLOCK))
    }
    await source.toEnd(FILLING_MAX)
  } finally {
    await source.close()
  }
}

/** What an entry says of the next one. */
interface Extension {
  path?: string
  size?: number
}

type EntryKind = ArchiveEntry['kind'] | 'extension'

/** By the type in the header; contiguous files (`7`) are files. */
function kindOf(type: string): EntryKind {
  if (type === '' || type === '0' || type === '7') return 'file'
  if (type === '5') return 'folder'
  return ['L', 'K', 'x', 'g'].includes(type) ? 'extension' : 'other'
}

/**
 * A long name of GNU (`L`), or the fields of POSIX.1-2001 (`x`): `27 path=lib/…` and a line break,
 * with the length of it all first. Others say nothing of names.
 */
function extensionIn(type: string, bytes: Buffer): Extension {
  if (type === 'L') return { path: bytes.toString('utf8').replace(/\0.*$/s, '') }
  if (type !== 'x') return {}
  const found: Extension = {}
  for (let at = 0; at < bytes.length;) {
    const [all = '', digits] = /^(\d{1,5}) /.exec(bytes.toString('latin1', at, at + 7)) ?? []
    const length = Number(digits)
    const end = at + length
    if (!digits || length <= all.length || end > bytes.length) throw new BrokenArchive('foreign')
    const field = bytes.toString('utf8', at + all.length, end - 1)
    const equals = field.indexOf('=')
    const [name, value] = [field.slice(0, equals), field.slice(equals + 1)]
    if (name === 'path') found.path = value
    if (name === 'size') {
      if (!/^\d{1,15}$/.test(value)) throw new BrokenArchive('foreign')
      found.size = Number(value)
    }
    at = end
  }
  return found
}

/** Parses a header. Source: POSIX.1-1988, ustar interchange format; GNU's has no prefix. */
function headerIn(header: Buffer) {
  const text = (at: number, length: number): string => {
    const field = header.subarray(at, at + length)
    const end = field.indexOf(0)
    return field.subarray(0, end === -1 ? length : end).toString('utf8')
  }
  const number = (at: number, length: number): number => {
    const digits = text(at, length).trim()
    if (!/^[0-7]+$/.test(digits)) throw new BrokenArchive('foreign')
    return Number.parseInt(digits, 8)
  }
  const summed = header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (number(148, 8) !== summed || text(257, 5) !== 'ustar') throw new BrokenArchive('foreign')
  const name = text(0, 100)
  const prefix = header[262] === 0 ? text(345, 155) : ''
  return {
    type: text(156, 1),
    path: prefix === '' ? name : `${prefix}/${name}`,
    size: number(124, 12),
    mode: number(100, 8),
  }
}

/** Turns a stream of chunks into reads of a requested length. */
function openSource(bytes: AsyncIterable<Uint8Array>) {
  const pieces = bytes[Symbol.asyncIterator]()
  let left: Uint8Array = new Uint8Array()

  /** At least one byte and at most this many; undefined at the end. */
  async function some(most: number): Promise<Uint8Array | undefined> {
    while (left.length === 0) {
      const piece = await pieces.next()
      if (piece.done === true) return undefined
      left = piece.value
    }
    const piece = left.subarray(0, most)
    left = left.subarray(piece.length)
    return piece
  }

  async function* next(length: number): AsyncGenerator<Uint8Array> {
    for (let missing = length; missing > 0;) {
      const piece = await some(missing)
      if (!piece) throw new BrokenArchive('incomplete')
      missing -= piece.length
      yield piece
    }
  }

  return {
    next,
    block: (): Promise<Buffer> => bytesOf(next(BLOCK)),
    async toEnd(most: number): Promise<void> {
      let length = 0
      for (let piece = await some(BLOCK); piece; piece = await some(BLOCK)) {
        length += piece.length
        if (length > most) throw new BrokenArchive('foreign')
      }
    },
    async close(): Promise<void> {
      await pieces.return?.()
    },
  }
}

/** Collects all bytes. */
export async function bytesOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

async function skip(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]()
  while ((await iterator.next()).done !== true);
}
