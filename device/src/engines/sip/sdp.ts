/** Reads and writes the audio part of SDP (RFC 8866), with SDES (RFC 4568). */
import { isIP } from 'node:net'
import { parse, write } from 'sdp-transform'
import type { MediaDescription, SessionDescription } from 'sdp-transform'
import type { SrtpKey } from '../media/types.ts'
import { iceAttributes, readIce } from './sdp-ice.ts'
import type { IceDescription } from './sdp-ice.ts'
import type { CodecName, Direction } from './types.ts'

/** What one side says about its audio. */
export interface AudioDescription {
  address: string
  port: number
  /** Where RTCP is received, if that is not the port after it (RFC 3605). */
  rtcp: { address: string; port: number } | undefined
  /** `ice-mismatch`: the other side has ICE, but something on the way doesn't let it work. */
  ice: IceDescription | 'ice-mismatch' | undefined
  /** `RTP/AVP`, `RTP/SAVP`, … */
  protocol: string
  /** In order of preference. */
  formats: readonly { codec: CodecName; payloadType: number }[]
  /** Payload type of RFC 4733 events. */
  dtmf: number | undefined
  direction: Direction
  keys: readonly OfferedKey[]
}

export interface OfferedKey extends SrtpKey {
  tag: number
}

/** What the other side sent. */
export interface RemoteDescription {
  /** Of all media lines, in their order; `audio` is the one that we can take. */
  lines: readonly { type: string; protocol: string; payloads: string; audio: boolean }[]
  audio: AudioDescription | undefined
}

/** Names and payload types (RFC 3551 §6); the clock of G.722 is 8,000 by a historical error. */
const CODECS: Readonly<Record<CodecName, { sdp: string; payloadType: number }>> = {
  PCMU: { sdp: 'PCMU', payloadType: 0 },
  PCMA: { sdp: 'PCMA', payloadType: 8 },
  'G.722': { sdp: 'G722', payloadType: 9 },
}
const NAMES = Object.keys(CODECS) as CodecName[]
const CLOCK = 8000

export const payloadTypeOf = (codec: CodecName): number => CODECS[codec].payloadType

const SUITES = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const
const KEY_BYTES = 30
const DIRECTIONS: ReadonlySet<unknown> = new Set(['sendrecv', 'sendonly', 'recvonly', 'inactive'])

/** To which nothing is sent. */
const UNKNOWN = '0.0.0.0'

const isDirection = (value: unknown): value is Direction => DIRECTIONS.has(value)

/** Reads a description; undefined if it is none. Nothing in it is trusted. */
export function readSdp(text: string): RemoteDescription | undefined {
  if (!/^v=0\s*$/m.test(text)) return undefined
  let session: SessionDescription
  try {
    session = parse(text)
  } catch {
    return undefined
  }
  const found = session.media.find((media) => isTakable(media, session))
  return {
    lines: session.media.map((media) => ({
      type: media.type,
      protocol: media.protocol,
      payloads: payloadsOf(media),
      audio: media === found,
    })),
    audio: found && audioOf(found, session),
  }
}

/** Whether it is audio over plain or SDES-encrypted RTP; a port of 0 refuses the line. */
function isTakable(media: MediaDescription, session: SessionDescription): boolean {
  const { port } = media
  return (
    media.type === 'audio' &&
    Number.isInteger(port) &&
    port > 0 &&
    port < 65_536 &&
    /^RTP\/S?AVPF?$/.test(media.protocol) &&
    addressOf(media, session) !== undefined
  )
}

/** A single one has become a number. */
const payloadsOf = ({ payloads }: { payloads?: string | number }): string =>
  payloads === undefined ? '' : `${payloads}`

function addressOf(media: MediaDescription, session: SessionDescription): string | undefined {
  const ip = media.connection?.ip ?? session.connection?.ip
  // Multicast addresses have a TTL.
  return typeof ip === 'string' ? ip.split('/')[0] : undefined
}

function audioOf(media: MediaDescription, session: SessionDescription): AudioDescription {
  const types = payloadsOf(media)
    .split(/\s+/)
    .map(Number)
    .filter((type) => Number.isInteger(type) && type >= 0 && type < 128)
  // A name of digits alone has become a number.
  const named = new Map(
    media.rtp.map(({ payload, codec, rate }) => [
      payload,
      { name: (codec as string | number).toString().toLowerCase(), rate },
    ]),
  )
  const codecOf = (type: number): CodecName | undefined => {
    const rtp = named.get(type)
    if (!rtp) return NAMES.find((name) => CODECS[name].payloadType === type)
    const same = (name: CodecName) => CODECS[name].sdp.toLowerCase() === rtp.name
    return rtp.rate === CLOCK ? NAMES.find(same) : undefined
  }
  const told = addressOf(media, session) ?? ''
  // A name is not looked up: audio goes where packets come from, as with phones behind a router.
  const address = isIP(told) === 0 ? UNKNOWN : told
  const direction: unknown = media.direction ?? session.direction ?? 'sendrecv'
  // How devices before RFC 3264 put a call on hold.
  const held = told === '0.0.0.0' || told === '::'
  const wanted = isDirection(direction) ? direction : 'sendrecv'
  return {
    address,
    port: media.port,
    rtcp: rtcpOf(media, address),
    ice: readIce(media, session),
    protocol: media.protocol,
    formats: types.flatMap((payloadType) => {
      const codec = codecOf(payloadType)
      return codec ? [{ codec, payloadType }] : []
    }),
    dtmf: types.find((type) => {
      const rtp = named.get(type)
      return rtp?.name === 'telephone-event' && rtp.rate === CLOCK
    }),
    direction: held ? withoutReceiving(wanted) : wanted,
    keys: (media.crypto ?? []).flatMap((line) => readKey(line)),
  }
}

function rtcpOf({ rtcp, port }: MediaDescription, address: string): AudioDescription['rtcp'] {
  if (!rtcp || !(rtcp.port > 0 && rtcp.port < 65_536)) return undefined
  const told = rtcp.address ?? address
  if (isIP(told) === 0 || (rtcp.port === port + 1 && told === address)) return undefined
  return { address: told, port: rtcp.port }
}

const withoutReceiving = (direction: Direction): Direction =>
  direction === 'sendrecv' ? 'sendonly' : direction === 'recvonly' ? 'inactive' : direction

/** A key that we can use: no key indices and no session parameters, which would change the format. */
function readKey(line: {
  id: number
  suite: string
  config: string
  sessionConfig?: string
}): OfferedKey[] {
  const suite = SUITES.find((name) => name === line.suite)
  const match = /^inline:([A-Za-z0-9+/]{40}={0,2})(\|[^|:]*)?$/.exec(line.config)
  if (!suite || !match || line.sessionConfig !== undefined) return []
  const keyAndSalt = Buffer.from(match[1] ?? '', 'base64')
  return keyAndSalt.length === KEY_BYTES ? [{ tag: line.id, suite, keyAndSalt }] : []
}

/** Writes an offer, or an answer to `lines`, of which all but the audio are refused. */
export function writeSdp(
  audio: AudioDescription,
  origin: { id: number; version: number },
  lines?: RemoteDescription['lines'],
): string {
  const ipVer = audio.address.includes(':') ? 6 : 4
  const ours = mediaOf(audio)
  const media = lines?.map((line) =>
    line.audio
      ? ours
      : {
          type: line.type,
          port: 0,
          protocol: line.protocol,
          payloads: line.payloads,
          rtp: [],
          fmtp: [],
        },
  )
  return write({
    version: 0,
    origin: {
      username: '-',
      sessionId: origin.id,
      sessionVersion: origin.version,
      netType: 'IN',
      ipVer,
      address: audio.address,
    },
    name: '-',
    connection: { version: ipVer, ip: audio.address },
    timing: { start: 0, stop: 0 },
    media: media ?? [ours],
  })
}

function mediaOf(audio: AudioDescription): MediaDescription {
  const { formats, dtmf, keys, rtcp, ice } = audio
  const rtp = formats.map(({ codec, payloadType }) => ({
    payload: payloadType,
    codec: CODECS[codec].sdp,
    rate: CLOCK,
  }))
  if (dtmf !== undefined) rtp.push({ payload: dtmf, codec: 'telephone-event', rate: CLOCK })
  return {
    type: 'audio',
    port: audio.port,
    protocol: audio.protocol,
    payloads: rtp.map(({ payload }) => payload).join(' '),
    rtp,
    fmtp: dtmf === undefined ? [] : [{ payload: dtmf, config: '0-15' }],
    ptime: 20,
    direction: audio.direction,
    ...(rtcp && {
      rtcp: {
        port: rtcp.port,
        netType: 'IN',
        ipVer: rtcp.address.includes(':') ? 6 : 4,
        address: rtcp.address,
      },
    }),
    ...(ice === 'ice-mismatch' ? { invalid: [{ value: ice }] } : ice && iceAttributes(ice)),
    ...(keys.length > 0 && {
      crypto: keys.map(({ tag, suite, keyAndSalt }) => ({
        id: tag,
        suite,
        config: `inline:${Buffer.from(keyAndSalt).toString('base64')}`,
      })),
    }),
  }
}
