import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { TAG, encoded, integer, octets, readerOf, sequence } from './ber.ts'
import type { Reader } from './ber.ts'
import { readPdu, writePdu } from './pdu.ts'
import type { Pdu } from './pdu.ts'

/**
 * Version 3 messages (RFC 3412 §6) with the user-based security model (RFC 3414): authenticated by
 * a digest, and encrypted.
 */

/** The device as an SNMP engine. */
export interface Engine {
  id: Buffer
  /** The boot counter. */
  boots: number
  /** Seconds since the last boot. */
  time: () => number
}

/** A combination of authentication and encryption. The digest reveals which one a message uses. */
export type Method = 'sha-aes' | 'md5-des'

const METHODS: Record<Method, { hash: 'sha1' | 'md5'; cipher: Cipher }> = {
  'sha-aes': { hash: 'sha1', cipher: aes },
  'md5-des': { hash: 'md5', cipher: des },
}
const IN_USE = Object.keys(METHODS) as Method[]

/** Keys localised to one engine; they are useless at any other. */
export type Keys = Record<Method, Buffer>

/**
 * Size in bytes of the digest (RFC 3414 §6.3.1, §7.3.1) and of the salt (§8.1.1.1, RFC 3826
 * §3.1.2).
 */
const DIGEST = 12
const SALT = 8
/** A password is repeated up to this many bytes (RFC 3414 §2.6). */
const EXPANDED = 2 ** 20
/** The model's number (RFC 3411 §5). */
const USER_BASED = 3
const FLAG = { signed: 1, encrypted: 2, reportable: 4 } as const

/**
 * @param password must not be empty
 */
export function keysOf(password: string, engineId: Buffer): Keys {
  return { 'sha-aes': key('sha1', password, engineId), 'md5-des': key('md5', password, engineId) }
}

/** RFC 3414 §2.6. */
function key(hash: string, password: string, engineId: Buffer): Buffer {
  const digest = createHash(hash).update(Buffer.alloc(EXPANDED, password)).digest()
  return createHash(hash).update(digest).update(engineId).update(digest).digest()
}

/** A version 3 message whose content has not been decoded yet. */
export interface Received {
  id: number
  /** Maximum size in bytes that the sender accepts. */
  maxSize: number
  signed: boolean
  encrypted: boolean
  /** Whether the sender accepts error reports. */
  reportable: boolean
  engineId: Buffer
  boots: number
  time: number
  user: string
  digest: Buffer
  salt: Buffer
  /** The rest: the content, possibly encrypted. */
  data: Reader
  bytes: Buffer
}

/**
 * @param reader positioned after the version
 * @throws SyntaxError
 */
export function readMessage(reader: Reader, bytes: Buffer): Received {
  const header = reader.inside()
  const [id, maxSize] = [header.integer(), header.integer()]
  const [flags = 0] = header.content(TAG.octets)
  if (header.integer() !== USER_BASED) throw new SyntaxError('unsupported security model')
  const security = reader.inside(TAG.octets).inside()
  return {
    id,
    maxSize,
    signed: (flags & FLAG.signed) !== 0,
    encrypted: (flags & FLAG.encrypted) !== 0,
    reportable: (flags & FLAG.reportable) !== 0,
    engineId: security.content(TAG.octets),
    boots: security.integer(),
    time: security.integer(),
    user: security.content(TAG.octets).toString('utf8'),
    digest: security.content(TAG.octets),
    salt: security.content(TAG.octets),
    data: reader,
    bytes,
  }
}

/** The method whose key matches the digest; undefined when none does. */
export function signedBy({ bytes, digest }: Received, keys: Keys): Method | undefined {
  if (digest.length !== DIGEST) return undefined
  const at = digest.byteOffset - bytes.byteOffset
  const blank = Buffer.from(bytes).fill(0, at, at + DIGEST)
  return IN_USE.find((method) => timingSafeEqual(digestOf(blank, method, keys), digest))
}

const digestOf = (bytes: Buffer, method: Method, keys: Keys): Buffer =>
  createHmac(METHODS[method].hash, keys[method]).update(bytes).digest().subarray(0, DIGEST)

/**
 * Decrypts and parses the request; undefined when decryption fails, or when it is meant for another
 * context engine.
 */
export function open(received: Received, method: Method, keys: Keys): Pdu | undefined {
  const { salt, data, boots, time, engineId } = received
  const hidden = data.content(TAG.octets)
  if (salt.length !== SALT) return undefined
  try {
    const plain = METHODS[method].cipher(
      { direction: 'open', key: keys[method], salt, boots, time },
      hidden,
    )
    const scoped = readerOf(plain).inside()
    const [meant, context] = [scoped.content(TAG.octets), scoped.content(TAG.octets)]
    return meant.equals(engineId) && context.length === 0 ? readPdu(scoped) : undefined
  } catch {
    return undefined
  }
}

interface Outgoing {
  id: number
  engine: Engine
  user: string
  pdu: Pdu
  /** Left out for messages that are neither signed nor encrypted. */
  secured?: { method: Method; keys: Keys; encrypted: boolean }
}

export function writeMessage({ id, engine, user, pdu, secured }: Outgoing): Buffer {
  const time = engine.time()
  const salt = secured?.encrypted ? randomBytes(SALT) : Buffer.alloc(0)
  const scoped = sequence(octets(engine.id), octets(''), writePdu(pdu))
  const data = secured?.encrypted
    ? octets(
        METHODS[secured.method].cipher(
          { direction: 'seal', key: secured.keys[secured.method], salt, boots: engine.boots, time },
          scoped,
        ),
      )
    : scoped
  const flags = (secured ? FLAG.signed : 0) | (secured?.encrypted ? FLAG.encrypted : 0)
  const signed = (digest: Buffer): Buffer =>
    sequence(
      integer(3),
      sequence(integer(id), integer(LARGEST), octets(Buffer.from([flags])), integer(USER_BASED)),
      encoded(
        TAG.octets,
        sequence(
          octets(engine.id),
          integer(engine.boots),
          integer(time),
          octets(user),
          octets(digest),
          octets(salt),
        ),
      ),
      data,
    )
  if (!secured) return signed(Buffer.alloc(0))
  return signed(digestOf(signed(Buffer.alloc(DIGEST)), secured.method, secured.keys))
}

/** Size in bytes of the largest datagram. */
const LARGEST = 65_507

interface Sealing {
  direction: 'seal' | 'open'
  key: Buffer
  salt: Buffer
  boots: number
  time: number
}

type Cipher = (sealing: Sealing, data: Buffer) => Buffer

/** AES-128 in cipher feedback mode (RFC 3826 §3.1). */
function aes({ direction, key: secret, salt, boots, time }: Sealing, data: Buffer): Buffer {
  const moment = Buffer.alloc(8)
  moment.writeUInt32BE(boots)
  moment.writeUInt32BE(time, 4)
  const vector = Buffer.concat([moment, salt])
  const create = direction === 'seal' ? createCipheriv : createDecipheriv
  const cipher = create('aes-128-cfb', secret.subarray(0, 16), vector)
  return Buffer.concat([cipher.update(data), cipher.final()])
}

/**
 * DES in cipher block chaining mode (RFC 3414 §8). Current OpenSSL no longer has it, but triple DES
 * with the same key three times is equivalent: the second step undoes the first.
 */
function des({ direction, key: secret, salt }: Sealing, data: Buffer): Buffer {
  const once = secret.subarray(0, 8)
  const vector = Buffer.from(salt.map((byte, at) => byte ^ (secret[8 + at] ?? 0)))
  const create = direction === 'seal' ? createCipheriv : createDecipheriv
  const cipher = create('des-ede3-cbc', Buffer.concat([once, once, once]), vector)
  cipher.setAutoPadding(false)
  const missing = direction === 'seal' ? (8 - (data.length % 8)) % 8 : 0
  const whole = Buffer.concat([data, Buffer.alloc(missing)])
  return Buffer.concat([cipher.update(whole), cipher.final()])
}
