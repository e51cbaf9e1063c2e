/**
 * Messages of Multicast DNS, as far as a responder needs them. Source: RFC 1035 §4, RFC 6762 §18.
 * Our own: `dns-packet` represents a name as one string and splits it at its dots, which device
 * names may contain (RFC 6763 §4.1.1); it can't write questions that ask for a unicast response;
 * and it returns parsed data where we have to compare bytes (RFC 6762 §8.2).
 */

/** The labels of a name, without the root. */
export type Name = readonly string[]

export const TYPES = { A: 1, PTR: 12, TXT: 16, AAAA: 28, SRV: 33, ANY: 255 } as const

export interface Question {
  name: Name
  type: number
  /** Asks for a unicast response. */
  unicast: boolean
}

export interface Resource {
  name: Name
  type: number
  /** Cache-flush: replaces all cached records of the name (RFC 6762 §10.2). */
  flush: boolean
  /** Seconds; 0 withdraws the record. */
  ttl: number
  /** The encoded data, with uncompressed names. */
  data: Buffer
}

export interface Message {
  id: number
  response: boolean
  questions: readonly Question[]
  answers: readonly Resource[]
  authorities: readonly Resource[]
  additionals: readonly Resource[]
}

const CLASS_IN = 1
/** In a question: requests a unicast response. In a resource: cache-flush. */
const TOP_BIT = 0x8000
const RESPONSE = 0x8400
const HEADER = 12
/** Maximum size in bytes (RFC 6762 §17). */
const MESSAGE_MAX = 9000
const LABEL_MAX = 63
const NAME_MAX = 255
/** The maximum number of labels in a name: longer pointer chains only waste the reader's time. */
const POINTERS_MAX = 127
const POINTER = 0xc0

export const sameName = (one: Name, other: Name): boolean =>
  one.length === other.length &&
  one.every((label, at) => label.toLowerCase() === other[at]?.toLowerCase())

/** A label made of both parts; the first one is cut to what fits. */
export function fitting(label: string, suffix = ''): string {
  const signs = Array.from(label)
  while (Buffer.byteLength(signs.join('') + suffix) > LABEL_MAX) signs.pop()
  return signs.join('') + suffix
}

export function writeName(name: Name): Buffer {
  const parts = name.map((label) => {
    const bytes = Buffer.from(label)
    return Buffer.concat([Buffer.of(bytes.length), bytes])
  })
  return Buffer.concat([...parts, Buffer.of(0)])
}

export const address4 = (address: string): Buffer => Buffer.from(address.split('.').map(Number))

const groups = (text: string) => (text === '' ? [] : text.split(':'))

/** An IPv6 address; ignores the zone. */
export function address6(address: string): Buffer {
  const [head = '', tail] = address.split('::')
  const [first, last] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  const bytes = Buffer.alloc(16)
  const all = [...first, ...zeros, ...last]
  all.forEach((group, at) => bytes.writeUInt16BE(Number.parseInt(group, 16), at * 2))
  return bytes
}

export function service(port: number, target: Name): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt16BE(port, 4)
  return Buffer.concat([head, writeName(target)])
}

/** `key=value` texts (RFC 6763 §6). */
export function texts(values: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(values).map(([key, value]) => {
    const bytes = Buffer.from(`${key}=${value}`).subarray(0, 255)
    return Buffer.concat([Buffer.of(bytes.length), bytes])
  })
  return parts.length === 0 ? Buffer.of(0) : Buffer.concat(parts)
}

export function writeMessage(message: Partial<Message>): Buffer {
  const { id = 0, response = false, questions = [] } = message
  const { answers = [], authorities = [], additionals = [] } = message
  const header = Buffer.alloc(HEADER)
  const counts = [questions, answers, authorities, additionals].map(({ length }) => length)
  const words = [id, response ? RESPONSE : 0, ...counts]
  words.forEach((word, at) => header.writeUInt16BE(word, at * 2))
  return Buffer.concat([
    header,
    ...questions.map(writeQuestion),
    ...[...answers, ...authorities, ...additionals].map(writeResource),
  ])
}

function writeQuestion({ name, type, unicast }: Question): Buffer {
  const tail = Buffer.alloc(4)
  tail.writeUInt16BE(type)
  tail.writeUInt16BE(CLASS_IN + (unicast ? TOP_BIT : 0), 2)
  return Buffer.concat([writeName(name), tail])
}

function writeResource({ name, type, flush, ttl, data }: Resource): Buffer {
  const middle = Buffer.alloc(10)
  middle.writeUInt16BE(type)
  middle.writeUInt16BE(CLASS_IN + (flush ? TOP_BIT : 0), 2)
  middle.writeUInt32BE(ttl, 4)
  middle.writeUInt16BE(data.length, 8)
  return Buffer.concat([writeName(name), middle, data])
}

const several = <T>(count: number, read: () => T) => Array.from({ length: count }, read)

/** @throws RangeError when the message is malformed */
export function readMessage(bytes: Buffer): Message {
  if (bytes.length > MESSAGE_MAX) throw new RangeError('message too long')
  let at = HEADER
  const word = (offset: number) => bytes.readUInt16BE(offset)

  function readName(from: number): { name: Name; end: number } {
    const name: string[] = []
    let end: number | undefined
    let here = from
    let length = 0
    let pointers = 0
    for (;;) {
      const size = bytes.readUInt8(here)
      if (size === 0) return { name, end: end ?? here + 1 }
      if ((size & POINTER) === POINTER) {
        const target = word(here) & 0x3fff
        // Pointers may only point backwards, so that there are no loops.
        if (target >= here) throw new RangeError('compression pointer points forward')
        pointers += 1
        if (pointers > POINTERS_MAX) throw new RangeError('too many compression pointers')
        end ??= here + 2
        here = target
        continue
      }
      if (size > LABEL_MAX) throw new RangeError('label too long')
      length += size + 1
      if (length > NAME_MAX) throw new RangeError('name too long')
      if (here + 1 + size > bytes.length) throw new RangeError('truncated name')
      name.push(bytes.toString('utf8', here + 1, here + 1 + size))
      here += 1 + size
    }
  }

  function readQuestion(): Question {
    const { name, end } = readName(at)
    at = end + 4
    return { name, type: word(end), unicast: (word(end + 2) & TOP_BIT) !== 0 }
  }

  function readResource(): Resource {
    const { name, end } = readName(at)
    const type = word(end)
    const start = end + 10
    at = start + word(end + 8)
    if (at > bytes.length) throw new RangeError('truncated resource')
    return {
      name,
      type,
      flush: (word(end + 2) & TOP_BIT) !== 0,
      ttl: bytes.readUInt32BE(end + 4),
      data: wholeData(type, start, at),
    }
  }

  /** Names in it may be compressed with pointers into the message. */
  function wholeData(type: number, start: number, end: number): Buffer {
    if (type === TYPES.PTR) return writeName(readName(start).name)
    if (type !== TYPES.SRV) return bytes.subarray(start, end)
    return Buffer.concat([bytes.subarray(start, start + 6), writeName(readName(start + 6).name)])
  }

  return {
    id: word(0),
    response: (word(2) & TOP_BIT) !== 0,
    questions: several(word(4), readQuestion),
    answers: several(word(6), readResource),
    authorities: several(word(8), readResource),
    additionals: several(word(10), readResource),
  }
}
