/**
 * The encoding of SNMP messages: the subset of ASN.1's basic encoding rules (X.690) that RFC 3417
 * §8 allows. Values stay encoded, including tag and length; callers decode those that they need.
 */

export const TAG = {
  integer: 0x02,
  octets: 0x04,
  nothing: 0x05,
  name: 0x06,
  sequence: 0x30,
  ipAddress: 0x40,
  counter32: 0x41,
  gauge32: 0x42,
  timeTicks: 0x43,
  /** Exceptions in place of a value (RFC 3416 §3). */
  noSuchObject: 0x80,
  noSuchInstance: 0x81,
  endOfMibView: 0x82,
} as const

/** An object identifier: its arcs, each below 2^32. */
export type Oid = readonly number[]

/** Maximum number of arcs in a name (RFC 2578 §3.5). */
const ARCS = 128
const MODULUS = 2 ** 32

/** Parses `1.3.6.1` into arcs. */
export const oid = (dotted: string): Oid => dotted.split('.').map(Number)

/** Compares two names; negative when the first one sorts before the second. */
export function compareOids(one: Oid, other: Oid): number {
  const shared = Math.min(one.length, other.length)
  for (let at = 0; at < shared; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

export function encoded(tag: number, ...content: Buffer[]): Buffer {
  const { length } = Buffer.concat(content)
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : undefined
  return Buffer.concat([
    Buffer.from([tag, ...(head ?? [0x82, length >> 8, length & 255])]),
    ...content,
  ])
}

export const sequence = (...content: Buffer[]): Buffer => encoded(TAG.sequence, ...content)

/** A signed integer of at most 32 bits. */
export function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return encoded(TAG.integer, shortest(bytes))
}

/** A value of one of the unsigned types. Counters wrap around at 2^32. */
export function unsigned(tag: number, value: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.writeUInt32BE(Math.floor(value) % MODULUS, 1)
  return encoded(tag, shortest(bytes))
}

export const octets = (value: string | Buffer): Buffer =>
  encoded(TAG.octets, typeof value === 'string' ? Buffer.from(value, 'utf8') : value)

export function name(value: Oid): Buffer {
  const [first = 0, second = 0, ...rest] = value
  return encoded(TAG.name, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
}

/** An exception in place of a value. */
export const empty = (tag: number): Buffer => encoded(tag)

/** Removes redundant sign bytes. */
function shortest(bytes: Buffer): Buffer {
  let from = 0
  while (
    from < bytes.length - 1 &&
    ((bytes[from] === 0 && (bytes[from + 1] ?? 0) < 0x80) ||
      (bytes[from] === 0xff && (bytes[from + 1] ?? 0) >= 0x80))
  ) {
    from += 1
  }
  return bytes.subarray(from)
}

function base128(arc: number): number[] {
  const digits = [arc % 128]
  for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) {
    digits.unshift(128 + (left % 128))
  }
  return digits
}

/** Reads values one after the other. Throws a `SyntaxError` on an unexpected tag. */
export interface Reader {
  /** Tag of the next value; undefined at the end. */
  next(): number | undefined
  /** The next value's encoding, including tag and length. */
  value(): Buffer
  /** The next value's content; shares memory with the message. */
  content(tag: number): Buffer
  integer(): number
  name(): Oid
  /** A reader of the value's content. */
  inside(tag?: number): Reader
}

export function readerOf(bytes: Buffer): Reader {
  let at = 0

  /** The bounds of the next value's content. */
  function bounds(): [number, number] {
    const short = byteAt(bytes, at + 1)
    const count = short < 0x80 ? 0 : short & 0x7f
    if (count > 4 || short === 0x80) throw new SyntaxError('invalid length')
    let length = count === 0 ? short : 0
    for (let digit = 0; digit < count; digit += 1) {
      length = length * 256 + byteAt(bytes, at + 2 + digit)
    }
    const from = at + 2 + count
    if (from + length > bytes.length) throw new SyntaxError('truncated value')
    return [from, from + length]
  }

  function content(tag: number): Buffer {
    if (byteAt(bytes, at) !== tag) throw new SyntaxError(`expected tag ${tag}`)
    const [from, to] = bounds()
    at = to
    return bytes.subarray(from, to)
  }

  return {
    next: () => bytes[at],
    value() {
      const [, to] = bounds()
      const from = at
      at = to
      return bytes.subarray(from, to)
    },
    content,
    integer: () => numberIn(content(TAG.integer)),
    name: () => nameIn(content(TAG.name)),
    inside: (tag = TAG.sequence) => readerOf(content(tag)),
  }
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw new SyntaxError('unexpected end')
  return byte
}

function numberIn(content: Buffer): number {
  if (content.length === 0 || content.length > 4) throw new SyntaxError('not a 32-bit integer')
  return content.readIntBE(0, content.length)
}

function nameIn(content: Buffer): Oid {
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (arc >= MODULUS || arcs.length >= ARCS) throw new SyntaxError('invalid object identifier')
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0
    }
  }
  const last = content.at(-1)
  const [first] = arcs
  if (last === undefined || first === undefined || last >= 0x80) {
    throw new SyntaxError('truncated object identifier')
  }
  const top = Math.min(Math.floor(first / 40), 2)
  return [top, first - top * 40, ...arcs.slice(1)]
}
