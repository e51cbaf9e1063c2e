import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { roleOf } from '@lintel/contract/access'
import { parameters } from '@lintel/front-door/authorization'
import type { DigestAlgorithm } from '@lintel/front-door/authorization'
import { accountLane, knownLane, networkLane, openSlowDown } from '@lintel/front-door/slow-down'
import type { Credentials, TokenCredentials } from '@lintel/front-door/device-context'

/** The accounts that may watch: those of the device, and those of ONVIF clients. */
export interface RtspAccounts {
  realm: string
  now: () => number
  credentials: (user: string) => Credentials | undefined
  tokenCredentials: (user: string) => TokenCredentials | undefined
  algorithms: () => readonly DigestAlgorithm[]
}

/** Who has signed in. */
export interface Viewer {
  user: string
  /** The groups of now; undefined once the account is gone or has another password. */
  groups(): readonly string[] | undefined
}

/** What an `Authorization` header turned out to be. */
export type SignIn =
  | { kind: 'viewer'; viewer: Viewer }
  | { kind: 'forbidden' }
  | { kind: 'unknown' }
  | { kind: 'slowDown' }

/** Addresses that have signed in before, by account and password; beyond that, the oldest go. */
const REMEMBERED = 1_000

/** Identifies the clients of RTSP by Digest (RFC 2326 §14). */
export interface RtspDoor {
  /** For one connection: its nonce is of no use on any other. */
  connection(address: string): {
    signIn(method: string, authorization: string | undefined): SignIn
    challenge(): string
  }
}

const hash = (algorithm: DigestAlgorithm, text: string): string =>
  createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text)
    .digest('hex')

const same = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export function openRtspDoor(accounts: RtspAccounts): RtspDoor {
  const { realm, now } = accounts
  const slowDown = openSlowDown(now)
  /** Strangers who guess don't slow these down. */
  const proven = new Set<string>()

  function remember(proof: string): void {
    proven.delete(proof)
    proven.add(proof)
    const [oldest] = proven.size > REMEMBERED ? proven : []
    if (oldest !== undefined) proven.delete(oldest)
  }
  /** MD5 where it is allowed: most clients of RTSP know nothing else. */
  const algorithm = (): DigestAlgorithm =>
    accounts.algorithms().includes('MD5') ? 'MD5' : 'SHA-256'

  /** The digests of both accounts of that name, and what each may do. */
  function known(user: string) {
    const of = algorithm()
    const own = accounts.credentials(user)
    const onvif = accounts.tokenCredentials(user)
    return [
      ...(own ? [{ ha1: of === 'MD5' ? own.ha1.md5 : own.ha1.sha256, groups: own.groups }] : []),
      ...(onvif
        ? [{ ha1: hash(of, `${user}:${realm}:${onvif.password}`), groups: onvif.groups }]
        : []),
    ]
  }

  return {
    connection(address) {
      const nonce = randomBytes(16).toString('hex')

      /** The response that a client who knows the password sends, with or without `qop`. */
      function expected(ha1: string, method: string, fields: Map<string, string>): string {
        const of = algorithm()
        const ha2 = hash(of, `${method}:${fields.get('uri') ?? ''}`)
        if (!fields.has('qop')) return hash(of, `${ha1}:${nonce}:${ha2}`)
        const [nc = '', cnonce = ''] = ['nc', 'cnonce'].map((name) => fields.get(name))
        return hash(of, `${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}`)
      }

      return {
        challenge: () =>
          `Digest realm="${realm}", nonce="${nonce}", algorithm=${algorithm()}, stale=FALSE`,
        signIn(method, authorization) {
          const text = /^Digest +(\S.*)$/i.exec(authorization ?? '')?.[1]
          const fields = text === undefined ? undefined : parameters(text)
          const user = fields?.get('username')
          if (!fields || user === undefined || fields.get('nonce') !== nonce) {
            return { kind: 'unknown' }
          }
          const candidates = known(user)
          const proofOf = (ha1: string) => `${address} ${user} ${ha1}`
          const lanes = candidates.some(({ ha1 }) => proven.has(proofOf(ha1)))
            ? [knownLane(address, `rtsp ${user}`)]
            : [
                networkLane(address, `rtsp ${user}`),
                accountLane(`rtsp ${user}`, candidates.length > 0),
              ]
          if (slowDown.wait(lanes) > 0) return { kind: 'slowDown' }
          const response = (fields.get('response') ?? '').toLowerCase()
          const found = candidates.find(({ ha1 }) => same(expected(ha1, method, fields), response))
          if (!found) {
            slowDown.failed(lanes, address)
            return { kind: 'unknown' }
          }
          remember(proofOf(found.ha1))
          if (!roleOf(found.groups)) return { kind: 'forbidden' }
          const groups = () => {
            const now = known(user).find(({ ha1 }) => ha1 === found.ha1)?.groups
            return now && roleOf(now) ? now : undefined
          }
          return { kind: 'viewer', viewer: { user, groups } }
        },
      }
    },
  }
}
