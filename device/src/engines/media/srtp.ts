import { createCipheriv, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Cipher, KeyObject } from 'node:crypto'
import { PacketError } from './packet-error.ts'
import { ReplayWindow, packetIndex } from './sequence.ts'
import type { SrtpKey } from './types.ts'

/**
 * SRTP and SRTCP with AES-CM and HMAC-SHA1 (RFC 3711), keys from SDES (RFC 4568): no key derivation
 * rate, no MKI. SRTCP always has a tag of 80 bits (RFC 4568 §6.2).
 */

const RTCP_TAG = 10
/** Streams that one key may protect; a call has one, or two when the other side restarts its own. */
const STREAMS = 4

interface SessionKeys {
  cipher: Buffer
  authentication: Buffer
  salt: Buffer
}

/**
 * Derives session keys (RFC 3711 §4.3).
 * @param first the label of the cipher key: 0 for RTP, 3 for RTCP
 */
export function sessionKeys(keyAndSalt: Uint8Array, first: 0 | 3): SessionKeys {
  const derive = (label: number, length: number): Buffer => {
    const block = Buffer.alloc(16)
    block.set(keyAndSalt.subarray(16, 30))
    block.writeUInt8(block.readUInt8(7) ^ label, 7)
    return keystream(keyAndSalt.subarray(0, 16), block, Buffer.alloc(length))
  }
  return {
    cipher: derive(first, 16),
    authentication: derive(first + 1, 20),
    salt: derive(first + 2, 14),
  }
}

const keystream = (key: Uint8Array, counter: Uint8Array, data: Uint8Array): Buffer =>
  createCipheriv('aes-128-ctr', key, counter).update(data)

/**
 * Encrypts, or decrypts, parts of packets (RFC 3711 §4.1.1). One cipher encrypts the counters of all
 * packets: Node takes longer to make one than to encrypt a packet.
 */
export class PacketCipher {
  private readonly blocks: Cipher
  private readonly salt: Buffer
  private counters = Buffer.alloc(0)

  constructor({ cipher, salt }: Pick<SessionKeys, 'cipher' | 'salt'>) {
    this.blocks = createCipheriv('aes-128-ecb', cipher, null).setAutoPadding(false)
    this.salt = Buffer.concat([salt, Buffer.alloc(2)])
  }

  /** @param index of the packet, up to 48 bits */
  crypt(ssrc: number, index: number, data: Uint8Array): Buffer {
    const length = 16 * Math.ceil(data.length / 16)
    if (this.counters.length < length) this.counters = Buffer.alloc(length)
    const { counters } = this
    const start = Buffer.alloc(16)
    start.writeUInt32BE(ssrc, 4)
    start.writeUIntBE(index, 8, 6)
    xor(start, this.salt)
    for (let at = 0; at < length; at += 16) {
      counters.set(start, at)
      counters.writeUInt16BE(at / 16, at + 14)
    }
    const result = this.blocks.update(counters.subarray(0, length)).subarray(0, data.length)
    xor(result, data)
    return result
  }
}

/** Combines bytes with as many others. */
function xor(bytes: Uint8Array, others: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (others[at] ?? 0)
}

/** The keys of one protocol in one direction, ready for its packets. */
interface Protection {
  cipher: PacketCipher
  authentication: KeyObject
}

/** @param first as for `sessionKeys` */
function protectionOf(keyAndSalt: Uint8Array, first: 0 | 3): Protection {
  const keys = sessionKeys(keyAndSalt, first)
  return { cipher: new PacketCipher(keys), authentication: createSecretKey(keys.authentication) }
}

function tagOf(keys: Protection, bytes: Uint8Array, rollover: number | undefined): Buffer {
  const hmac = createHmac('sha1', keys.authentication).update(bytes)
  if (rollover !== undefined) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(rollover)
    hmac.update(counter)
  }
  return hmac.digest()
}

/** The length of an RTP header with contributing sources and extension. */
function headerLength(packet: Buffer): number {
  const fixed = 12 + 4 * ((packet[0] ?? 0) & 15)
  if (((packet[0] ?? 0) & 16) === 0) return fixed
  return packet.length < fixed + 4 ? Infinity : fixed + 4 + 4 * packet.readUInt16BE(fixed + 2)
}

/** Protects the packets that one side sends. */
export class SrtpSender {
  private readonly rtp: Protection
  private readonly rtcp: Protection
  private readonly tag: number
  private newest = -1
  private rtcpIndex = 0

  constructor({ suite, keyAndSalt }: SrtpKey) {
    this.rtp = protectionOf(keyAndSalt, 0)
    this.rtcp = protectionOf(keyAndSalt, 3)
    this.tag = suite === 'AES_CM_128_HMAC_SHA1_32' ? 4 : 10
  }

  /** Packets have to come in the order of their sequence numbers. */
  protectRtp(packet: Buffer): Buffer {
    const length = headerLength(packet)
    this.newest = packetIndex(packet.readUInt16BE(2), this.newest)
    const encrypted = Buffer.concat([
      packet.subarray(0, length),
      this.rtp.cipher.crypt(packet.readUInt32BE(8), this.newest, packet.subarray(length)),
    ])
    const tag = tagOf(this.rtp, encrypted, Math.floor(this.newest / 65_536))
    return Buffer.concat([encrypted, tag.subarray(0, this.tag)])
  }

  protectRtcp(packet: Buffer): Buffer {
    this.rtcpIndex += 1
    const index = Buffer.alloc(4)
    index.writeUInt32BE(0x8000_0000 + this.rtcpIndex)
    const encrypted = Buffer.concat([
      packet.subarray(0, 8),
      this.rtcp.cipher.crypt(packet.readUInt32BE(4), this.rtcpIndex, packet.subarray(8)),
      index,
    ])
    const tag = tagOf(this.rtcp, encrypted, undefined)
    return Buffer.concat([encrypted, tag.subarray(0, RTCP_TAG)])
  }
}

/** Checks and decrypts the packets of the other side. Its methods throw a `PacketError`. */
export class SrtpReceiver {
  private readonly rtp: Protection
  private readonly rtcp: Protection
  private readonly tag: number
  private readonly rtpWindows = new Map<number, ReplayWindow>()
  private readonly rtcpWindows = new Map<number, ReplayWindow>()

  constructor({ suite, keyAndSalt }: SrtpKey) {
    this.rtp = protectionOf(keyAndSalt, 0)
    this.rtcp = protectionOf(keyAndSalt, 3)
    this.tag = suite === 'AES_CM_128_HMAC_SHA1_32' ? 4 : 10
  }

  unprotectRtp(packet: Buffer): Buffer {
    const end = packet.length - this.tag
    const length = packet.length < 12 ? Infinity : headerLength(packet)
    if (length > end) throw new PacketError('too short')
    const ssrc = packet.readUInt32BE(8)
    const window = this.rtpWindows.get(ssrc) ?? new ReplayWindow()
    const index = packetIndex(packet.readUInt16BE(2), window.newest)
    if (!window.isNew(index)) throw new PacketError('repeated')
    const tag = tagOf(this.rtp, packet.subarray(0, end), Math.floor(index / 65_536))
    check(packet.subarray(end), tag)
    window.note(index)
    remember(this.rtpWindows, ssrc, window)
    return Buffer.concat([
      packet.subarray(0, length),
      this.rtp.cipher.crypt(ssrc, index, packet.subarray(length, end)),
    ])
  }

  unprotectRtcp(packet: Buffer): Buffer {
    const end = packet.length - RTCP_TAG - 4
    if (end < 8) throw new PacketError('too short')
    const ssrc = packet.readUInt32BE(4)
    const window = this.rtcpWindows.get(ssrc) ?? new ReplayWindow()
    const word = packet.readUInt32BE(end)
    const index = word % 0x8000_0000
    if (!window.isNew(index)) throw new PacketError('repeated')
    check(packet.subarray(end + 4), tagOf(this.rtcp, packet.subarray(0, end + 4), undefined))
    window.note(index)
    remember(this.rtcpWindows, ssrc, window)
    const body = packet.subarray(8, end)
    const encrypted = word >= 0x8000_0000
    return Buffer.concat([
      packet.subarray(0, 8),
      encrypted ? this.rtcp.cipher.crypt(ssrc, index, body) : body,
    ])
  }
}

function check(tag: Buffer, expected: Buffer): void {
  if (!timingSafeEqual(tag, expected.subarray(0, tag.length))) {
    throw new PacketError('not authentic')
  }
}

/** Only authenticated packets get here, so nobody else can push a stream out. */
function remember(windows: Map<number, ReplayWindow>, ssrc: number, window: ReplayWindow): void {
  windows.set(ssrc, window)
  const [oldest] = windows.keys()
  if (windows.size > STREAMS && oldest !== undefined) windows.delete(oldest)
}
