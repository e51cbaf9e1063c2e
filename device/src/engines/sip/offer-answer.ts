/** Which audio both sides agree on (RFC 3264). */
import { randomBytes, randomInt } from 'node:crypto'
import type { Credentials } from '../media/ice/pairs.ts'
import type { Endpoint } from '../media/stun.ts'
import type { Gathered, MediaAgreement, SrtpKey } from '../media/types.ts'
import { isPrivate } from './private-addresses.ts'
import { candidatesOf, isMismatch, newCredentials } from './sdp-ice.ts'
import type { IceDescription } from './sdp-ice.ts'
import { payloadTypeOf, readSdp, writeSdp } from './sdp.ts'
import type { AudioDescription, OfferedKey } from './sdp.ts'
import type { CodecName, Direction, MediaEncryption } from './types.ts'

/** What this side wants. */
export interface AudioTerms {
  /** In order of preference. */
  codecs: readonly CodecName[]
  direction: Direction
  encryption: MediaEncryption
  /** Payload type that we give to RFC 4733 events; undefined for none. */
  dtmfPayloadType: number | undefined
}

/** Where our audio is reached: at the device itself, and where servers have found. */
export interface OwnPlaces extends Partial<Omit<Gathered, 'problems'>> {
  address: string
  port: number
  /** What the other side has to know for its checks; undefined without ICE. */
  ice?: Credentials | undefined
}

/** Offers and answers of one call. */
export interface Negotiation {
  /** An offer; the same keys each time, as long as the call lasts. */
  offer(): string
  /** What the answer to our offer means; undefined if it can't be accepted. */
  accept(answer: string): MediaAgreement | undefined
  /** Answers an offer; undefined if nothing in it can be accepted. */
  answer(offer: string): { sdp: string; agreement: MediaAgreement } | undefined
}

const SUITES = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const
const KEY_BYTES = 30

/** @param terms read anew for each offer and answer */
export function openNegotiation(terms: AudioTerms, own: OwnPlaces): Negotiation {
  const id = randomInt(2 ** 40)
  let version = 0
  let offered: AudioDescription | undefined
  let { ice } = own
  const host = { address: own.address, port: own.port }
  /** Those of the other side. */
  let theirIce: Credentials | undefined
  const keys: readonly OfferedKey[] =
    terms.encryption === 'none'
      ? []
      : SUITES.map((suite, index) => ({
          tag: index + 1,
          suite,
          keyAndSalt: randomBytes(KEY_BYTES),
        }))

  const write = (audio: AudioDescription, lines?: Parameters<typeof writeSdp>[2]): string => {
    version += 1
    return writeSdp(audio, { id, version }, lines)
  }

  /** Both keys if encryption is agreed on, false if the sides don't match. */
  function agreeKeys(
    theirs: AudioDescription,
    ours: (theirs: OfferedKey) => OfferedKey | undefined,
  ): { send: SrtpKey; receive: SrtpKey; tag: number } | undefined | false {
    const secure = /SAVP/.test(theirs.protocol)
    if (terms.encryption === 'none') return secure ? false : undefined
    for (const key of theirs.keys) {
      const own = ours(key)
      if (own) return { send: plain(own), receive: plain(key), tag: key.tag }
    }
    return secure || terms.encryption === 'mandatory' ? false : undefined
  }

  const described = (): IceDescription | undefined =>
    ice && { ...ice, lite: false, candidates: candidatesOf(host, { ...NOWHERE, ...own }) }

  /** What checks need, if both sides have ICE and nothing is in its way. */
  function iceWith(
    theirs: AudioDescription,
    role: 'controlling' | 'controlled',
  ): MediaAgreement['ice'] {
    if (!ice || !isUsable(theirs)) return undefined
    return { role, local: ice, remote: theirs.ice }
  }

  /** A new user fragment or password of the other side begins the checks anew (RFC 8839 §4.4.1.1.1). */
  function follow(theirs: Credentials): void {
    if (theirIce && (theirIce.ufrag !== theirs.ufrag || theirIce.pwd !== theirs.pwd)) {
      ice = newCredentials()
    }
    theirIce = credentialsOf(theirs)
  }

  return {
    offer() {
      offered = {
        ...placeFor(own),
        ice: described(),
        protocol: terms.encryption === 'mandatory' ? 'RTP/SAVP' : 'RTP/AVP',
        formats: terms.codecs.map((codec) => ({ codec, payloadType: payloadTypeOf(codec) })),
        dtmf: terms.dtmfPayloadType,
        direction: terms.direction,
        keys,
      }
      return write(offered)
    },

    accept(answer) {
      const theirs = readSdp(answer)?.audio
      const format = theirs && pick(theirs.formats, terms.codecs)
      if (!offered || !format) return undefined
      if (isUsable(theirs)) theirIce = credentialsOf(theirs.ice)
      const srtp = agreeKeys(theirs, ({ tag, suite }) =>
        keys.find((key) => key.tag === tag && key.suite === suite),
      )
      if (srtp === false) return undefined
      return agreement(theirs, format, {
        direction: between(terms.direction, theirs.direction),
        dtmf: offered.dtmf === undefined ? undefined : theirs.dtmf,
        srtp,
        relayed: isRelayed(own, offered),
        ice: iceWith(theirs, 'controlling'),
      })
    },

    answer(offer) {
      const remote = readSdp(offer)
      const theirs = remote?.audio
      // In their order: it says what they prefer to receive.
      const format = theirs && pick(theirs.formats, terms.codecs)
      if (!format) return undefined
      const srtp = agreeKeys(theirs, ({ suite }) => keys.find((key) => key.suite === suite))
      if (srtp === false) return undefined
      const direction = between(terms.direction, theirs.direction)
      const dtmf = terms.dtmfPayloadType === undefined ? undefined : theirs.dtmf
      const usable = ice !== undefined && isUsable(theirs)
      if (usable) follow(theirs.ice)
      const ours: AudioDescription = {
        ...placeFor(own, theirs),
        ice: usable ? described() : ice && theirs.ice && 'ice-mismatch',
        protocol: theirs.protocol,
        formats: [format],
        dtmf,
        direction,
        keys: srtp ? [{ ...srtp.send, tag: srtp.tag }] : [],
      }
      return {
        sdp: write(ours, remote.lines),
        agreement: agreement(theirs, format, {
          direction,
          dtmf,
          srtp,
          relayed: isRelayed(own, ours),
          ice: iceWith(theirs, 'controlled'),
        }),
      }
    },
  }
}

const NOWHERE = {
  mapped: undefined,
  mappedRtcp: undefined,
  relayed: undefined,
  relayedRtcp: undefined,
}

type Place = Pick<AudioDescription, 'address' | 'port' | 'rtcp'>

/**
 * The address for those who know no ICE, and until checks have found a better way (RFC 8445 §5.1.4):
 * the relay, which most others reach, then the one that a server sees. A relay on the Internet can't
 * send to a peer in a private network; if that is its address, it is more likely in ours.
 */
function placeFor(own: OwnPlaces, theirs?: AudioDescription): Place {
  const { address, port, mapped, mappedRtcp, relayed, relayedRtcp } = own
  const near = theirs && !theirs.ice && isPrivate(theirs.address)
  if (relayed && near && !isPrivate(relayed.address)) return { address, port, rtcp: undefined }
  if (relayed) return at(relayed, relayedRtcp)
  return mapped ? at(mapped, mappedRtcp) : { address, port, rtcp: undefined }
}

const at = ({ address, port }: Endpoint, rtcp: Endpoint | undefined): Place => ({
  address,
  port,
  rtcp:
    rtcp && (rtcp.address !== address || rtcp.port !== port + 1)
      ? { address: rtcp.address, port: rtcp.port }
      : undefined,
})

const isRelayed = ({ relayed }: OwnPlaces, { address, port }: Place): boolean =>
  relayed?.address === address && relayed.port === port

const isUsable = (theirs: AudioDescription): theirs is AudioDescription & { ice: IceDescription } =>
  typeof theirs.ice === 'object' && !isMismatch(theirs.ice, theirs)

const credentialsOf = ({ ufrag, pwd }: Credentials): Credentials => ({ ufrag, pwd })

const plain = ({ suite, keyAndSalt }: OfferedKey): SrtpKey => ({ suite, keyAndSalt })

/** The first of theirs that we have. */
const pick = (formats: AudioDescription['formats'], codecs: readonly CodecName[]) =>
  formats.find(({ codec }) => codecs.includes(codec))

function agreement(
  theirs: AudioDescription,
  format: AudioDescription['formats'][number],
  agreed: {
    direction: Direction
    dtmf: number | undefined
    srtp: { send: SrtpKey; receive: SrtpKey } | undefined
    relayed: boolean
    ice: MediaAgreement['ice']
  },
): MediaAgreement {
  const { direction, dtmf, srtp, relayed, ice } = agreed
  return {
    remote: { address: theirs.address, port: theirs.port },
    remoteRtcp: theirs.rtcp,
    relayed,
    ice,
    ...format,
    dtmfPayloadType: dtmf,
    direction,
    srtp: srtp && { send: srtp.send, receive: srtp.receive },
  }
}

const sends = (direction: Direction) => direction === 'sendrecv' || direction === 'sendonly'
/** From the side whose direction it is. */
export const receives = (direction: Direction) =>
  direction === 'sendrecv' || direction === 'recvonly'

/** The direction from our side, given what both want, each from its own side. */
export function between(ours: Direction, theirs: Direction): Direction {
  const send = sends(ours) && receives(theirs)
  const receive = receives(ours) && sends(theirs)
  if (send) return receive ? 'sendrecv' : 'sendonly'
  return receive ? 'recvonly' : 'inactive'
}
