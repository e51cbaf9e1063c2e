/** A small HTTP Digest client (RFC 7616), independent of the device's own code. */
import { createHash, randomBytes } from 'node:crypto'

interface Challenge {
  realm: string
  nonce: string
  opaque: string | undefined
  algorithm: 'MD5' | 'SHA-256'
}

const PARAMETER = /(\w+)=(?:"([^"]*)"|([^\s,]+))/g

/** The strongest supported challenge. A server may send several, in one or more headers. */
function readChallenge(header: string | null): Challenge | undefined {
  const challenges = (header ?? '')
    .split(/(?:^|,\s*)(?=(?:Digest|Basic)\s)/i)
    .filter((text) => /^Digest\s/i.test(text))
    .map((text) => {
      const values = new Map<string, string>()
      for (const [, name = '', quoted, bare] of text.matchAll(PARAMETER)) {
        values.set(name.toLowerCase(), quoted ?? bare ?? '')
      }
      return values
    })
  const chosen = challenges.find((values) => values.get('algorithm') === 'SHA-256') ?? challenges[0]
  if (!chosen) return undefined
  return {
    realm: chosen.get('realm') ?? '',
    nonce: chosen.get('nonce') ?? '',
    opaque: chosen.get('opaque'),
    algorithm: chosen.get('algorithm') === 'SHA-256' ? 'SHA-256' : 'MD5',
  }
}

/** A `fetch` that answers challenges as one account and reuses the nonce. */
export function digestFetch(user: string, password: string): typeof fetch {
  let challenge: Challenge | undefined
  let count = 0

  function authorization(method: string, url: URL, { realm, nonce, opaque, algorithm }: Challenge) {
    const hash = (text: string) =>
      createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
        .update(text)
        .digest('hex')
    count += 1
    const nc = count.toString(16).padStart(8, '0')
    const cnonce = randomBytes(8).toString('hex')
    const uri = url.pathname + url.search
    const ha1 = hash(`${user}:${realm}:${password}`)
    const response = hash(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${hash(`${method}:${uri}`)}`)
    const end = opaque === undefined ? '' : `, opaque="${opaque}"`
    return `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=${algorithm}, qop=auth, nc=${nc}, cnonce="${cnonce}", response="${response}"${end}`
  }

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const headers = new Headers(init.headers)
    // The console's header would remove the challenge from the response.
    headers.delete('x-lintel-console')
    // A connection of its own for each request: the device closes idle ones, and a power cut all.
    headers.set('connection', 'close')
    const send = () => {
      if (challenge)
        headers.set('authorization', authorization(init.method ?? 'GET', url, challenge))
      return fetch(url, { ...init, headers })
    }
    const first = await send()
    if (first.status !== 401) return first
    const received = readChallenge(first.headers.get('www-authenticate'))
    if (!received) return first
    await first.body?.cancel()
    challenge = received
    count = 0
    return send()
  }
}
