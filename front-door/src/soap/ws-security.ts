import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@lintel/contract/fault'
import { attributeOf, childOf } from '@lintel/contract/xml/element'
import type { XmlElement } from '@lintel/contract/xml/element'
import { momentIn } from './moment.ts'

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'
export const WSSE = `${OASIS}-wssecurity-secext-1.0.xsd`
const WSU = `${OASIS}-wssecurity-utility-1.0.xsd`
const PROFILE = `${OASIS}-username-token-profile-1.0`

/** How far a token's time may be off the device's, in milliseconds. */
export const TOKEN_WINDOW_MS = 5 * 60_000
const LONGEST_NONCE = 128

/** The sender that a SOAP message names (WSS UsernameToken profile 1.1 §3.1). */
export interface UsernameToken {
  user: string
  /** The password itself, or its digest in Base64. */
  password: { digest: string } | { text: string }
  /** Base64. Every digest comes with both; a plain password may come without. */
  nonce: string | undefined
  created: string | undefined
}

/**
 * The token in a message's headers, if there is one.
 * @throws Refusal when the security header has parts that must be understood and are not
 */
export function tokenIn(headers: readonly XmlElement[]): UsernameToken | undefined {
  const [security, second] = headers.filter(
    (header) => header.name === 'Security' && header.namespace === WSSE,
  )
  if (!security) return undefined
  const [token, ...others] = security.children.filter((part) => !isTimestamp(part))
  // With two tokens, two readers could pick different ones.
  if (second || others.length > 0 || (token && !isToken(token))) throw insecure()
  if (!token) return undefined
  const password = childOf(token, WSSE, 'Password')
  const type = password && (attributeOf(password, '', 'Type') ?? `${PROFILE}#PasswordText`)
  const user = childOf(token, WSSE, 'Username')?.text
  const nonce = childOf(token, WSSE, 'Nonce')?.text.trim()
  const created = childOf(token, WSU, 'Created')?.text.trim()
  if (user === undefined || !password) throw insecure()
  if (nonce !== undefined && !(nonce.length <= LONGEST_NONCE && isBase64(nonce))) throw insecure()
  if (type === `${PROFILE}#PasswordText`) {
    return { user, password: { text: password.text }, nonce, created }
  }
  if (type !== `${PROFILE}#PasswordDigest` || !nonce || created === undefined) throw insecure()
  return { user, password: { digest: password.text.trim() }, nonce, created }
}

const isToken = ({ name, namespace }: XmlElement): boolean =>
  name === 'UsernameToken' && namespace === WSSE

/** The token itself says when the message was created. */
const isTimestamp = ({ name, namespace }: XmlElement): boolean =>
  name === 'Timestamp' && namespace === WSU

const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,3}={0,2})?$/.test(text)

const insecure = (): Refusal =>
  new Refusal('malformed', 'The security header is not understood.', ['Sender', 'ter:InvalidArgs'])

/**
 * Whether the sender knows the password (profile §3.1: Base64 of SHA-1 of nonce, created,
 * password).
 */
export function tokenMatches({ password, nonce, created }: UsernameToken, known: string): boolean {
  if ('text' in password) return same(sha(password.text), sha(known))
  const digest = createHash('sha1')
    .update(Buffer.from(nonce ?? '', 'base64'))
    .update(created ?? '')
    .update(known)
    .digest('base64')
  return same(Buffer.from(digest), Buffer.from(password.digest))
}

const sha = (text: string): Buffer => createHash('sha256').update(text).digest()

const same = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** Nonces remembered for one account; beyond that, the older half is discarded. */
const REMEMBERED = 4_000

/** Accepts a token only while it is fresh, and only once. */
export interface TokenGuard {
  /** Whether it was created just now. A token without a time does not say. */
  fresh(token: UsernameToken): boolean
  /** Whether it was never used before, and marks it as used. For tokens with the right password. */
  use(token: UsernameToken): boolean
}

/**
 * What an account has used: each nonce with its time. Anything created before `from` is refused.
 */
interface Used {
  nonces: Map<string, number>
  from: number
}

/** @param now UTC milliseconds of the device's clock. */
export function openTokenGuard(now: () => number): TokenGuard {
  const used = new Map<string, Used>()

  function tidy(account: Used): void {
    for (const [nonce, made] of account.nonces) {
      if (Math.abs(now() - made) > TOKEN_WINDOW_MS) account.nonces.delete(nonce)
    }
    if (account.nonces.size < REMEMBERED) return
    const times = Array.from(account.nonces.values()).toSorted((a, b) => a - b)
    account.from = (times[REMEMBERED / 2] ?? 0) + 1
    for (const [nonce, made] of account.nonces) {
      if (made < account.from) account.nonces.delete(nonce)
    }
  }

  return {
    fresh({ created }) {
      return created === undefined || Math.abs(now() - momentIn(created)) <= TOKEN_WINDOW_MS
    },
    use({ user, nonce, created }) {
      if (nonce === undefined) return true
      const account = used.get(user) ?? { nonces: new Map<string, number>(), from: -Infinity }
      used.set(user, account)
      // The clock was set back, and would have to catch up before anybody could sign in.
      if (account.from > now() + TOKEN_WINDOW_MS) account.from = -Infinity
      const made = created === undefined ? now() : momentIn(created)
      if (made < account.from || account.nonces.has(nonce)) return false
      if (account.nonces.size >= REMEMBERED) tidy(account)
      account.nonces.set(nonce, made)
      return made >= account.from
    },
  }
}
