export type DigestAlgorithm = 'MD5' | 'SHA-256'

/** What an Authorization header holds (RFC 9110 §11.6.2). */
export type Authorization =
  | { scheme: 'basic'; user: string; password: string }
  | { scheme: 'digest'; digest: DigestFields }

/** The answer to a Digest challenge (RFC 7616 §3.4). */
export interface DigestFields {
  user: string
  realm: string
  nonce: string
  uri: string
  response: string
  algorithm: DigestAlgorithm
  cnonce: string
  /** Eight hexadecimal digits, and what they count to. */
  nc: string
  count: number
}

/** name=token or name="quoted \" string", and commas around it (RFC 9110 §5.6.1 and §5.6.6). */
const PARAMETER =
  /[ \t,]*([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",=]+))[ \t]*(?:,[ \t,]*|$)/y
const NOTHING = /^[ \t,]*$/

/** Reads the header; undefined when it is absent, malformed or of a scheme that was not offered. */
export function parseAuthorization(header: string | undefined): Authorization | undefined {
  const parts = header === undefined ? null : /^([a-z]+) +(\S.*)$/i.exec(header)
  const rest = parts?.[2] ?? ''
  const scheme = parts?.[1]?.toLowerCase()
  if (scheme === 'basic') return parseBasic(rest)
  return scheme === 'digest' ? parseDigest(rest) : undefined
}

/** RFC 7617 §2; the bytes are UTF-8. */
function parseBasic(encoded: string): Authorization | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) return undefined
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon === -1) return undefined
  return { scheme: 'basic', user: pair.slice(0, colon), password: pair.slice(colon + 1) }
}

function parseDigest(text: string): Authorization | undefined {
  const fields = parameters(text)
  if (!fields) return undefined
  const algorithm = ALGORITHMS.get((fields.get('algorithm') ?? 'MD5').toUpperCase())
  const nc = fields.get('nc') ?? ''
  const [user, realm, nonce, uri, response, cnonce] = REQUIRED.map((name) => fields.get(name))
  if (
    user === undefined ||
    realm === undefined ||
    nonce === undefined ||
    uri === undefined ||
    response === undefined ||
    cnonce === undefined ||
    algorithm === undefined ||
    fields.get('qop')?.toLowerCase() !== 'auth' ||
    !/^[0-9a-f]{8}$/i.test(nc)
  ) {
    return undefined
  }
  const count = Number.parseInt(nc, 16)
  return {
    scheme: 'digest',
    digest: { user, realm, nonce, uri, response, algorithm, cnonce, nc, count },
  }
}

const REQUIRED = ['username', 'realm', 'nonce', 'uri', 'response', 'cnonce'] as const
const ALGORITHMS = new Map<string, DigestAlgorithm>([
  ['MD5', 'MD5'],
  ['SHA-256', 'SHA-256'],
])

/**
 * Comma-separated parameters by lower-case name. Undefined when there is anything else among them
 * or a name occurs twice, because two readers could then understand different things.
 */
export function parameters(text: string): Map<string, string> | undefined {
  const found = new Map<string, string>()
  if (NOTHING.test(text)) return found
  for (let at = 0; at < text.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at
    const match = PARAMETER.exec(text)
    if (!match) return undefined
    const name = (match[1] ?? '').toLowerCase()
    if (found.has(name)) return undefined
    const value = match[2] ?? match[3] ?? ''
    found.set(name, value.includes('\\') ? value.replaceAll(/\\(.)/g, '$1') : value)
  }
  return found
}
