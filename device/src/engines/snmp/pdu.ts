import { TAG, encoded, integer, name, readerOf, sequence } from './ber.ts'
import type { Oid, Reader } from './ber.ts'

/** PDU types (RFC 3416 §3); `trapV1` is that of version 1 (RFC 1157 §4.1.6). */
export const PDU = {
  get: 0xa0,
  getNext: 0xa1,
  response: 0xa2,
  set: 0xa3,
  trapV1: 0xa4,
  getBulk: 0xa5,
  trap: 0xa7,
  report: 0xa8,
} as const

/** Error statuses (RFC 3416 §3). */
export const ERROR = {
  none: 0,
  tooBig: 1,
  noSuchName: 2,
  badValue: 3,
  genErr: 5,
  noAccess: 6,
  wrongType: 7,
  wrongLength: 8,
  wrongValue: 10,
  inconsistentValue: 12,
  commitFailed: 14,
  notWritable: 17,
} as const

export type ErrorStatus = (typeof ERROR)[keyof typeof ERROR]

export interface Varbind {
  name: Oid
  /** Encoded as in `ber.ts`. */
  value: Buffer
}

export interface Pdu {
  type: number
  id: number
  /** An `ErrorStatus`; in a GetBulk the number of non-repeaters. */
  status: number
  /**
   * The index of the name that the error is about, from 1; in a GetBulk the number of repetitions.
   */
  index: number
  varbinds: readonly Varbind[]
}

/** Maximum number of names in a request; more wouldn't fit into any response. */
const NAMES = 128

/** @throws SyntaxError */
export function readPdu(reader: Reader): Pdu {
  const type = reader.next() ?? 0
  const inside = reader.inside(type)
  const [id, status, index] = [inside.integer(), inside.integer(), inside.integer()]
  const list = inside.inside()
  const varbinds: Varbind[] = []
  while (list.next() !== undefined) {
    if (varbinds.length === NAMES) throw new SyntaxError('too many names')
    const one = list.inside()
    varbinds.push({ name: one.name(), value: one.value() })
  }
  return { type, id, status, index, varbinds }
}

export function writePdu({ type, id, status, index, varbinds }: Pdu): Buffer {
  const head = [integer(id), integer(status), integer(index)]
  return encoded(type, ...head, writeVarbinds(varbinds))
}

export const writeVarbind = (varbind: Varbind): Buffer =>
  sequence(name(varbind.name), varbind.value)

export const writeVarbinds = (varbinds: readonly Varbind[]): Buffer =>
  sequence(...varbinds.map(writeVarbind))

/** The content of a value with this tag; undefined for another tag. */
export function contentOf(value: Buffer, tag: number): Buffer | undefined {
  return value[0] === tag ? readerOf(value).content(tag) : undefined
}

/** The number in an INTEGER; undefined for another type. */
export function integerOf(value: Buffer): number | undefined {
  return value[0] === TAG.integer ? readerOf(value).integer() : undefined
}
