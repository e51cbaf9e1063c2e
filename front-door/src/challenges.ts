import type { DigestAlgorithm } from './authorization.ts'
import type { Policy } from './device-context.ts'

/** How a client may authenticate on one kind of connection. */
export interface Schemes {
  basic: boolean
  digest: boolean
}

/** `recommended` is Digest on http and Basic on https; the others are the same on both. */
export function schemesFor(policy: Policy, secure: boolean): Schemes {
  if (policy === 'recommended') return { basic: secure, digest: !secure }
  return { basic: policy !== 'digest', digest: policy !== 'basic' }
}

/**
 * The values of WWW-Authenticate, strongest first (RFC 7616 §3.7): clients take the first they know.
 * Digest challenges share one nonce. Offer one algorithm if you can: many clients read only the
 * first challenge, or only the last.
 */
export function challengesFor(
  schemes: Schemes,
  realm: string,
  nonce: () => string,
  stale: boolean,
  algorithms: readonly DigestAlgorithm[],
): string[] {
  const challenges: string[] = []
  if (schemes.digest) {
    const shared = nonce()
    for (const algorithm of algorithms) {
      challenges.push(
        `Digest realm="${realm}", nonce="${shared}", algorithm=${algorithm}, qop="auth"` +
          (stale ? ', stale=true' : ''),
      )
    }
  }
  if (schemes.basic) challenges.push(`Basic realm="${realm}"`)
  return challenges
}
