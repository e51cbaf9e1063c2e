import type { Endpoint } from '../stun.ts'

/** RTP and RTCP (RFC 8445 §3). */
export type ComponentId = 1 | 2

/** Where one side can be reached (RFC 8445 §5.3). */
export interface Candidate extends Pick<Endpoint, 'address' | 'port'> {
  foundation: string
  component: ComponentId
  priority: number
  type: 'host' | 'srflx' | 'prflx' | 'relay'
  /** What a reflexive or relayed address stands for. */
  related?: Pick<Endpoint, 'address' | 'port'>
}

/** User fragment and password. */
export interface Credentials {
  ufrag: string
  pwd: string
}

/** What a call with ICE needs besides its audio. */
export interface IceTerms {
  role: 'controlling' | 'controlled'
  local: Credentials
  remote: Credentials & { lite: boolean; candidates: readonly Candidate[] }
}

const PREFERENCES = { host: 126, prflx: 110, srflx: 100, relay: 0 } as const
/** A session has one address of each kind. */
const ONLY_ONE = 65_535

/** The priority of a candidate (RFC 8445 §5.1.2.1). */
export const priorityOf = (type: Candidate['type'], component: ComponentId): number =>
  PREFERENCES[type] * 2 ** 24 + ONLY_ONE * 2 ** 8 + (256 - component)

/** A way between both sides, from our socket or from our relay. */
export interface Pair {
  component: ComponentId
  /** Where checks go. */
  to: Endpoint
  /** Of both candidates. */
  ours: number
  theirs: number
  state: 'waiting' | 'checking' | 'valid' | 'failed'
  /** When it became valid. */
  since: number
  /** How many checks have begun. */
  checks: number
  /** The controlling side wants it, whoever that is. */
  wanted: boolean
  /** The controlling side knows that the other one knows. */
  nominated: boolean
}

/** The order of pairs, the best first (RFC 8445 §6.1.2.3). */
export function inOrder(controlling: boolean): (one: Pair, other: Pair) => number {
  const weight = ({ ours, theirs }: Pair): bigint => {
    const [g, d] = controlling ? [ours, theirs] : [theirs, ours]
    const less = BigInt(Math.min(g, d)) << 32n
    return less + 2n * BigInt(Math.max(g, d)) + (g > d ? 1n : 0n)
  }
  return (one, other) => {
    const difference = weight(other) - weight(one)
    return difference > 0n ? 1 : difference < 0n ? -1 : 0
  }
}
