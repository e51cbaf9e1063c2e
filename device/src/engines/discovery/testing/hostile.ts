import { TYPES } from '../dns-message.ts'

/** Messages that no legitimate sender produces; `honest` is a question that would be answered. */
export const hostile = (honest: Buffer): Record<string, Buffer> => ({
  'a pointer at itself': message([1], pointer(12), ANY_IN),
  'two pointers at each other': message([1], pointer(14), pointer(12), ANY_IN),
  'a label before a pointer at it': message([1], Buffer.of(1, 97), pointer(12), ANY_IN),
  'a pointer beyond the end': message([1], pointer(0x3fff), ANY_IN),
  'more questions than there are': message([0xffff], honest.subarray(12)),
  'more answers than there are': message([1, 0xffff, 0xffff, 0xffff], honest.subarray(12)),
  'a resource longer than the message': message([0, 1], resource(TYPES.TXT, 9).subarray(0, 15)),
  'a service without a name': message([0, 1], resource(TYPES.SRV, 6)),
  'chains of pointers': chains(2000, 400),
  'chains of pointers beyond all measure': chains(8000, 4000),
  'a message longer than they may be': Buffer.concat([honest, Buffer.alloc(9000)]),
})

/**
 * Answers whose name is a long chain of pointers: one answer that holds the chain, and others that
 * point to it.
 */
export function chains(pointers: number, uses: number): Buffer {
  const start = 12 + 11
  const links = Array.from({ length: pointers - 1 }, (_, at) =>
    pointer(at === 0 ? 12 : start + 2 * (at - 1)),
  )
  const holder = resource(TYPES.TXT, 2 * links.length)
  Buffer.concat(links).copy(holder, 11)
  const use = Buffer.concat([pointer(start + 2 * (links.length - 1)), holder.subarray(1, 9)])
  const used = Buffer.concat([use, Buffer.alloc(2)])
  return message([0, 1 + uses], holder, ...Array.from({ length: uses }, () => used))
}

const ANY_IN = Buffer.of(0, TYPES.ANY, 0, 1)

/** A message with these counts (questions, answers, authorities, additionals) and this body. */
function message(counts: readonly number[], ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(12)
  counts.forEach((count, at) => head.writeUInt16BE(count, 4 + at * 2))
  return Buffer.concat([head, ...parts])
}

/** A record of the root with this many zero bytes. */
function resource(type: number, length: number): Buffer {
  const bytes = Buffer.alloc(11 + length)
  bytes.writeUInt16BE(type, 1)
  bytes.writeUInt16BE(1, 3)
  bytes.writeUInt16BE(length, 9)
  return bytes
}

const pointer = (to: number): Buffer => Buffer.of(0xc0 | (to >> 8), to & 0xff)
