import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hostAllowed } from '@lintel/front-door/host-check'
import { isForeign } from '@lintel/front-door/same-site'
import { targetOf } from './target.ts'
import type { Target } from './target.ts'

/** The outcome for a request: let through, already answered, or refused. */
type Verdict = 'pass' | 'answered' | 'badHost' | 'foreign' | 'noToken'

export type Guard = (request: IncomingMessage, response: ServerResponse) => Verdict

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in constant time. */
const same = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

/**
 * Protects the hardware from other people and from foreign pages. Without a token the bench answers
 * only under this computer's names and addresses (DNS rebinding). With one, every request needs it:
 * as `Authorization: Bearer`, or once as `?token=`, which becomes a cookie.
 * @param port part of the cookie's name, because cookies ignore ports
 */
export function createGuard(token: string | undefined, port: number): Guard {
  const cookieName = `lintel-bench-${port}`
  const secret = token === undefined ? '' : digest(`lintel bench ${token}`).toString('base64url')
  const cookie = `${cookieName}=${secret}`

  /** The token in the URL is exchanged for the cookie and removed from the address bar. */
  function exchangeToken({ path, query }: Target, response: ServerResponse): boolean {
    const sent = query.get('token')
    if (sent === null || token === undefined || !same(sent, token)) return false
    query.delete('token')
    response
      .writeHead(303, {
        // Two slashes would lead to another host.
        location: `${path.replace(/^\/+/, '/')}${query.size > 0 ? `?${query.toString()}` : ''}`,
        'set-cookie': `${cookie}; HttpOnly; SameSite=Lax; Path=/`,
        'cache-control': 'no-store',
      })
      .end()
    return true
  }

  /** Whether a request carries the token or its cookie. */
  function isAuthenticated(request: IncomingMessage): boolean {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (bearer !== undefined) return token !== undefined && same(bearer, token)
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
    return pairs.some((pair) => pair.startsWith(`${cookieName}=`) && same(pair, cookie))
  }

  return (request, response) => {
    if (token === undefined && !hostAllowed(request.headers.host, () => [])) return 'badHost'
    const target = targetOf(request)
    if (target.path.startsWith('/bench/') && isForeign(request.headers)) return 'foreign'
    if (token === undefined || isAuthenticated(request)) return 'pass'
    if (request.method === 'GET' && exchangeToken(target, response)) return 'answered'
    return 'noToken'
  }
}
