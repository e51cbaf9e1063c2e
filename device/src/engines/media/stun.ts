import { createHmac } from 'node:crypto'
import { SocketAddress } from 'node:net'
import { crc32 } from 'node:zlib'
import { Message, parseMessage } from 'werift-ice/lib/ice-server/src/stun/message.js'
import { classes, methods } from 'werift-ice/lib/ice-server/src/stun/const.js'

/** An address and port. */
export interface Endpoint {
  address: string
  port: number
  /** Whether packets go there, or came from there, through the relay of a TURN server. */
  relayed?: boolean
}

export type StunMessage = Message
export { classes, methods }

/** Whether a packet at an RTP port is a STUN message (RFC 7983 §7). */
export const isStun = (packet: Uint8Array): boolean => (packet[0] ?? 255) < 4

export const isAt = (one: Endpoint, other: Endpoint): boolean =>
  one.address === other.address &&
  one.port === other.port &&
  (one.relayed ?? false) === (other.relayed ?? false)

/** A request with an id of its own. */
export const requestOf = (method: methods): Message => new Message(method, classes.REQUEST)

/** A response, or an error, to a request. */
export const answerTo = (request: Message, kind: classes.RESPONSE | classes.ERROR): Message =>
  new Message(request.messageMethod, kind, request.transactionId)

const HEADER = 20
const INTEGRITY = 0x0008
const FINGERPRINT = 0x8028
/** What the checksum is combined with (RFC 8489 §14.7). */
const FINGERPRINT_XOR = 0x5354_554e

/** The bytes of a message with a checksum, and before it a signature if there is a key (RFC 8489 §14.5, §14.7). */
export function bytesOf(message: Message, key?: Buffer): Buffer {
  // The library puts the attributes that it doesn't know after both.
  const plain = message.bytes
  const bytes = key
    ? withAttribute(plain, INTEGRITY, 20, (before) =>
        createHmac('sha1', key).update(before).digest(),
      )
    : plain
  return withAttribute(bytes, FINGERPRINT, 4, (before) => {
    const value = Buffer.alloc(4)
    value.writeUInt32BE((crc32(before) ^ FINGERPRINT_XOR) >>> 0)
    return value
  })
}

/** Appends an attribute whose value depends on all before it, with the length that includes it. */
function withAttribute(
  bytes: Buffer,
  type: number,
  length: number,
  make: (before: Buffer) => Buffer,
): Buffer {
  const before = Buffer.from(bytes)
  before.writeUInt16BE(bytes.length - HEADER + 4 + length, 2)
  const header = Buffer.alloc(4)
  header.writeUInt16BE(type, 0)
  header.writeUInt16BE(length, 2)
  return Buffer.concat([before, header, make(before)])
}

/**
 * Reads a message.
 * @param key of which the message has to have a signature
 * @returns undefined for anything else
 */
export function readStun(packet: Buffer, key?: Buffer): Message | undefined {
  try {
    return parseMessage(key ? signedPart(packet) : packet, key)
  } catch {
    // A damaged message is none.
    return undefined
  }
}

/** A message up to its signature: what follows is not protected by it, and ignored (RFC 8489 §14.5). */
function signedPart(packet: Buffer): Buffer {
  for (let at = HEADER; at + 4 <= packet.length;) {
    const end = at + 4 + 4 * Math.ceil(packet.readUInt16BE(at + 2) / 4)
    if (packet.readUInt16BE(at) === INTEGRITY) {
      const part = Buffer.from(packet.subarray(0, end))
      part.writeUInt16BE(part.length - HEADER, 2)
      return part
    }
    at = end
  }
  return packet
}

type AddressName = 'XOR-MAPPED-ADDRESS' | 'XOR-RELAYED-ADDRESS' | 'XOR-PEER-ADDRESS'

/** An address in a message. */
export function addressIn(message: Message, name: AddressName): Endpoint | undefined {
  const found = message.getAttributeValue(name) as [string, number] | undefined
  return found && { address: canonical(found[0]), port: found[1] }
}

/** An IP address as sockets write it: IPv6 has several ways. */
export const canonical = (address: string): string =>
  address.includes(':') ? new SocketAddress({ address, family: 'ipv6' }).address : address

/** The code and reason of an error; undefined for a message that is none. */
export function errorIn(message: Message): { code: number; reason: string } | undefined {
  if (message.messageClass !== classes.ERROR) return undefined
  const found = message.getAttributeValue('ERROR-CODE') as [number, string] | undefined
  return { code: found?.[0] ?? 0, reason: found?.[1] ?? '' }
}
