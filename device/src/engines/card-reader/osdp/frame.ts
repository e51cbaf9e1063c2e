import { REPLY_FLAG } from './codes.ts'

/**
 * A frame of the Open Supervised Device Protocol: SOM, address, length, control, a security block if
 * there is one, code, data, and a CRC or a checksum. Source: SIA OSDP v2.2 §5.9 (IEC 60839-11-5).
 */
export interface Frame {
  /** 0 to 127. */
  address: number
  /** Whether a reader sends it. */
  reply: boolean
  /** 0 to 3: 0 begins anew, then 1, 2, 3, 1 … */
  sequence: number
  check: 'crc' | 'checksum'
  /** Type and data of the security block; undefined without one. */
  security: Uint8Array | undefined
  /** The command or reply. */
  code: number
  data: Uint8Array
}

const SOM = 0x53
const HEADER = 5
/** The largest message of the standard. Source: SIA OSDP v2.2 §5.5. */
const LONGEST = 1_440

const SEQUENCE_BITS = 0x03
const CRC_BIT = 0x04
const SECURITY_BIT = 0x08

/** CRC-16 with the polynomial 0x1021 from 0x1D0F on, most significant bit first. */
export function crcOf(bytes: Uint8Array): number {
  let crc = 0x1d0f
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (CRC_TABLE[(crc >> 8) ^ byte] ?? 0)
  return crc
}

/** What each byte does to a CRC. */
const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit += 1) {
    crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
  }
  return crc
})

/** The number that makes the sum of all bytes end in zero. */
export function checksumOf(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum += byte
  return -sum & 0xff
}

/** The bytes of a frame. */
export function encodeFrame(frame: Frame): Uint8Array {
  const { address, reply, sequence, check, security, code, data } = frame
  const block = security ? [security.length + 1, ...security] : []
  const length = HEADER + block.length + 1 + data.length + checkSize(check)
  const control =
    sequence | (check === 'crc' ? CRC_BIT : 0) | (security === undefined ? 0 : SECURITY_BIT)
  const bytes = Uint8Array.from([
    SOM,
    address | (reply ? REPLY_FLAG : 0),
    length & 0xff,
    length >> 8,
    control,
    ...block,
    code,
    ...data,
  ])
  return Uint8Array.from([...bytes, ...checkOf(bytes, check)])
}

/**
 * Takes the frames out of a stream: call it with bytes as they arrive. Bytes that belong to no frame
 * are dropped, and so is a frame with a wrong CRC or checksum; the next one is looked for in it.
 */
export function openDecoder(): (bytes: Uint8Array) => Frame[] {
  let rest = new Uint8Array()
  return (bytes) => {
    const all = new Uint8Array(Buffer.concat([rest, bytes]))
    const frames: Frame[] = []
    let at = all.indexOf(SOM)
    while (at !== -1) {
      const found = frameAt(all.subarray(at))
      if (found === 'incomplete') break
      if (found !== 'none') frames.push(found.frame)
      at = all.indexOf(SOM, at + (found === 'none' ? 1 : found.length))
    }
    rest = at === -1 ? new Uint8Array() : all.slice(at)
    return frames
  }
}

type Found = 'none' | 'incomplete' | { frame: Frame; length: number }

/** The frame that begins with these bytes. */
function frameAt(bytes: Uint8Array): Found {
  if (bytes.length < HEADER) return 'incomplete'
  const [, place = 0, low = 0, high = 0, control = 0] = bytes
  const length = low + (high << 8)
  const check = (control & CRC_BIT) === 0 ? 'checksum' : 'crc'
  const end = length - checkSize(check)
  if (end < HEADER + 1 || length > LONGEST) return 'none'
  if (bytes.length < length) return 'incomplete'
  const right = checkOf(bytes.subarray(0, end), check)
  if (right.some((byte, index) => bytes[end + index] !== byte)) return 'none'
  const hasBlock = (control & SECURITY_BIT) !== 0
  const blockLength = hasBlock ? (bytes[HEADER] ?? 0) : 0
  const codeAt = HEADER + blockLength
  // A security block has at least its length and type, and leaves room for a code.
  if ((hasBlock && blockLength < 2) || codeAt >= end) return 'none'
  const frame: Frame = {
    address: place & ~REPLY_FLAG,
    reply: (place & REPLY_FLAG) !== 0,
    sequence: control & SEQUENCE_BITS,
    check,
    security: hasBlock ? bytes.slice(HEADER + 1, codeAt) : undefined,
    code: bytes[codeAt] ?? 0,
    data: bytes.slice(codeAt + 1, end),
  }
  return { frame, length }
}

const checkSize = (check: Frame['check']) => (check === 'crc' ? 2 : 1)

function checkOf(bytes: Uint8Array, check: Frame['check']): number[] {
  if (check === 'checksum') return [checksumOf(bytes)]
  const crc = crcOf(bytes)
  return [crc & 0xff, crc >> 8]
}
