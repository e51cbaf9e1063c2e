/** Reads and writes the ICE part of SDP (RFC 8839). */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { MediaDescription, SessionDescription } from 'sdp-transform'
import { priorityOf } from '../media/ice/pairs.ts'
import type { Candidate, Credentials } from '../media/ice/pairs.ts'
import type { Endpoint } from '../media/stun.ts'

/** What one side says about the ways to it. */
export interface IceDescription extends Credentials {
  lite: boolean
  candidates: readonly Candidate[]
}

/** More candidates of one side are left out. Own design. */
const CANDIDATES_MAX = 32
const TYPES: Readonly<Record<string, Candidate['type']>> = {
  host: 'host',
  srflx: 'srflx',
  prflx: 'prflx',
  relay: 'relay',
}

/** 24 and 128 bits at random (RFC 8445 §5.3), of characters that SDP allows. */
export const newCredentials = (): Credentials => ({
  ufrag: randomBytes(6).toString('base64'),
  pwd: randomBytes(18).toString('base64'),
})

/** A value of digits alone has become a number. */
const textOf = (value: string | number | undefined): string => value?.toString() ?? ''

/** Undefined unless the other side has ICE. Nothing in it is trusted. */
export function readIce(
  media: MediaDescription,
  session: SessionDescription,
): IceDescription | undefined {
  const ufrag = textOf(media.iceUfrag ?? session.iceUfrag)
  const pwd = textOf(media.icePwd ?? session.icePwd)
  if (!/^[A-Za-z0-9+/]{4,256}$/.test(ufrag) || !/^[A-Za-z0-9+/]{22,256}$/.test(pwd))
    return undefined
  const lite = (session.icelite ?? (media as Partial<SessionDescription>).icelite) !== undefined
  const candidates = (media.candidates ?? []).flatMap((one): Candidate[] => {
    const { component, priority, ip, port } = one
    const type = TYPES[one.type]
    const isRight = isIP(ip) !== 0 && port > 0 && port < 65_536 && priority > 0
    if (!type || !isRight || one.transport.toLowerCase() !== 'udp') return []
    if (component !== 1 && component !== 2) return []
    return [{ foundation: textOf(one.foundation), component, priority, address: ip, port, type }]
  })
  return { ufrag, pwd, lite, candidates: candidates.slice(0, CANDIDATES_MAX) }
}

/**
 * Whether something on the way has changed the address but left the candidates, so that checks would
 * go elsewhere than it wants (RFC 8839 §4.2.5).
 */
export const isMismatch = (
  { candidates }: IceDescription,
  { address, port }: { address: string; port: number },
): boolean =>
  address !== '0.0.0.0' &&
  address !== '::' &&
  !candidates.some((one) => one.component === 1 && one.address === address && one.port === port)

/** The attributes of our own description. */
export const iceAttributes = ({
  ufrag,
  pwd,
  candidates,
}: IceDescription): Pick<MediaDescription, 'iceUfrag' | 'icePwd' | 'candidates'> => ({
  iceUfrag: ufrag,
  icePwd: pwd,
  candidates: candidates.map(({ address, related, ...one }) => ({
    ...one,
    transport: 'UDP',
    ip: address,
    ...(related && { raddr: related.address, rport: related.port }),
  })),
})

/** Our candidates, of which a host behind no router has none twice. */
export function candidatesOf(
  host: Endpoint,
  found: {
    mapped: Endpoint | undefined
    mappedRtcp: Endpoint | undefined
    relayed: Endpoint | undefined
    relayedRtcp: Endpoint | undefined
  },
): Candidate[] {
  const { address, port } = host
  return ([1, 2] as const).flatMap((component) => {
    const audio = component === 1
    const own = { address, port: audio ? port : port + 1 }
    const mapped = audio ? found.mapped : found.mappedRtcp
    const relayed = audio ? found.relayed : found.relayedRtcp
    const hidden = mapped && (mapped.address !== own.address || mapped.port !== own.port)
    const make = (
      type: Candidate['type'],
      foundation: string,
      at: Endpoint,
      related?: Endpoint,
    ): Candidate => ({
      foundation,
      component,
      priority: priorityOf(type, component),
      address: at.address,
      port: at.port,
      type,
      ...(related && { related: { address: related.address, port: related.port } }),
    })
    return [
      make('host', '1', own),
      ...(hidden ? [make('srflx', '2', mapped, own)] : []),
      ...(relayed ? [make('relay', '3', relayed, mapped ?? own)] : []),
    ]
  })
}
