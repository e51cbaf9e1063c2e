/**
 * Our own reader of tar archives. The parser of `tar` buffers everything after the end of an
 * archive (zeros compress a thousandfold), never finishes an entry that is truncated while it is
 * being read, and accepts extended headers, which an image never has.
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
  path: string
  size: number
  bytes: AsyncIterable<Uint8Array>
}

const BLOCK = 512
/**
 * Maximum number of bytes after the end: archives are padded to whole records (20 blocks by
 * default).
 */
const FILLING_MAX = 1024 * 1024

/**
 * Streams the files of a tar archive (POSIX.1-1988 ustar), holding no more than one chunk in
 * memory. Anything but plain files makes it `foreign`.
 * @throws BrokenArchive
 */
export async function* entriesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const source = openSource(bytes)
  try {
    for (;;) {
      const header = await source.block()
      if (header.every((byte) => byte === 0)) break
      const { path, size } = fileIn(header)
      const content = source.next(size)
      yield { path, size, bytes: content }
      // Unread content, and the padding of its last block.
      await skip(content)
      await skip(source.next((BLOCK - (size % BLOCK)) % BLOCK))
    }
    await source.toEnd(FILLING_MAX)
  } finally {
    await source.close()
  }
}

/** Parses the name and size in a header. Source: POSIX.1-1988, ustar interchange format. */
function fileIn(header: Buffer): { path: string; size: number } {
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
  const kind = text(156, 1)
  const plain = kind === '0' || kind === ''
  if (number(148, 8) !== summed || text(257, 5) !== 'ustar' || !plain) {
    throw new BrokenArchive('foreign')
  }
  const [name, prefix] = [text(0, 100), text(345, 155)]
  return { path: prefix === '' ? name : `${prefix}/${name}`, size: number(124, 12) }
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
