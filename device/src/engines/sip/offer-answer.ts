/** Which audio both sides agree on (RFC 3264). */
import { randomBytes, randomInt } from 'node:crypto'
import type { MediaAgreement, SrtpKey } from '../media/types.ts'
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

/**
 * @param terms read anew for each offer and answer
 * @param own where our RTP is received
 */
export function openNegotiation(
  terms: AudioTerms,
  own: { address: string; port: number },
): Negotiation {
  const id = randomInt(2 ** 40)
  let version = 0
  let offered: AudioDescription | undefined
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

  return {
    offer() {
      offered = {
        ...own,
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
      const srtp = agreeKeys(theirs, ({ tag, suite }) =>
        keys.find((key) => key.tag === tag && key.suite === suite),
      )
      if (srtp === false) return undefined
      return agreement(theirs, format, {
        direction: between(terms.direction, theirs.direction),
        dtmf: offered.dtmf === undefined ? undefined : theirs.dtmf,
        srtp,
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
      const ours: AudioDescription = {
        ...own,
        protocol: theirs.protocol,
        formats: [format],
        dtmf,
        direction,
        keys: srtp ? [{ ...srtp.send, tag: srtp.tag }] : [],
      }
      return {
        sdp: write(ours, remote.lines),
        agreement: agreement(theirs, format, { direction, dtmf, srtp }),
      }
    },
  }
}

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
  },
): MediaAgreement {
  const { direction, dtmf, srtp } = agreed
  return {
    remote: { address: theirs.address, port: theirs.port },
    ...format,
    dtmfPayloadType: dtmf,
    direction,
    srtp: srtp && { send: srtp.send, receive: srtp.receive },
  }
}

const sends = (direction: Direction) => direction === 'sendrecv' || direction === 'sendonly'
const receives = (direction: Direction) => direction === 'sendrecv' || direction === 'recvonly'

/** The direction from our side, given what both want, each from its own side. */
export function between(ours: Direction, theirs: Direction): Direction {
  const send = sends(ours) && receives(theirs)
  const receive = receives(ours) && sends(theirs)
  if (send) return receive ? 'sendrecv' : 'sendonly'
  return receive ? 'recvonly' : 'inactive'
}
