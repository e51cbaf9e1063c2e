import { createHash, randomBytes } from 'node:crypto'
import { splitList } from './wire.ts'

/** User and password for one realm or server. */
export interface Credentials {
  user: string
  password: string
}

interface Challenge {
  /** Names in lower case, values without quotes. */
  parameters: ReadonlyMap<string, string>
  algorithm: string
  hash: string
}

/** Hashes of RFC 8760, and MD5, which most registrars still use. */
const HASHES: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-256': 'sha256',
  'SHA-512-256': 'sha512-256',
}

/** Reads a challenge; undefined if it is not Digest, or of an algorithm that nobody here knows. */
export function readChallenge(value: string): Challenge | undefined {
  const scheme = /^\s*digest\s+/i.exec(value)
  if (!scheme) return undefined
  const parameters = new Map<string, string>()
  for (const part of splitList(value.slice(scheme[0].length))) {
    const match = /^([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|(.*))$/.exec(part)
    if (!match) continue
    const [, name = '', quoted, plain = ''] = match
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain)
  }
  const algorithm = parameters.get('algorithm') ?? 'MD5'
  const hash = HASHES[algorithm.toUpperCase().replace(/-SESS$/, '')]
  if (hash === undefined || !parameters.has('realm') || !parameters.has('nonce')) return undefined
  const qop = parameters.get('qop')
  if (qop !== undefined && offered(qop) === undefined) return undefined
  return { parameters, algorithm, hash }
}

const offered = (qop: string): 'auth' | 'auth-int' | undefined => {
  const options = qop.split(',').map((option) => option.trim().toLowerCase())
  return options.includes('auth') ? 'auth' : options.includes('auth-int') ? 'auth-int' : undefined
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`

/**
 * The value of an Authorization or Proxy-Authorization field (RFC 7616, RFC 8760).
 * @param options.cnonce for tests
 */
export function respond(
  { parameters, algorithm, hash }: Challenge,
  { user, password }: Credentials,
  request: { method: string; uri: string; body?: string },
  { cnonce = randomBytes(12).toString('hex'), count = 1 } = {},
): string {
  const digest = (text: string): string => createHash(hash).update(text).digest('hex')
  const realm = parameters.get('realm') ?? ''
  const nonce = parameters.get('nonce') ?? ''
  const opaque = parameters.get('opaque')
  const qop = offered(parameters.get('qop') ?? '')
  const nc = count.toString(16).padStart(8, '0')
  const secret = digest(`${user}:${realm}:${password}`)
  const a1 = /-sess$/i.test(algorithm) ? digest(`${secret}:${nonce}:${cnonce}`) : secret
  const body = qop === 'auth-int' ? `:${digest(request.body ?? '')}` : ''
  const a2 = digest(`${request.method}:${request.uri}${body}`)
  const response = digest(
    qop ? `${a1}:${nonce}:${nc}:${cnonce}:${qop}:${a2}` : `${a1}:${nonce}:${a2}`,
  )
  return `Digest ${[
    `username=${quoted(user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(request.uri)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop ? [`qop=${qop}`, `cnonce="${cnonce}"`, `nc=${nc}`] : []),
  ].join(', ')}`
}

/** Answers the challenges that come back for one request: of each proxy, and of the server. */
export interface Authorization {
  /**
   * The fields to send the request again with; undefined if nothing can be answered, or if an
   * answer was refused.
   */
  answer(
    challenges: { proxy: readonly string[]; server: readonly string[] },
    request: { method: string; uri: string; body?: string },
  ): string[] | undefined
}

/** @param credentials for a realm of the server or of a proxy */
export function openAuthorization(
  credentials: (proxy: boolean, realm: string) => Credentials | undefined,
): Authorization {
  const fields = new Map<string, string>()
  const answerOne = (
    values: readonly string[],
    proxy: boolean,
    request: Parameters<Authorization['answer']>[1],
  ): boolean => {
    let answered = false
    const seen = new Set<string>()
    for (const value of values) {
      const challenge = readChallenge(value)
      const realm = challenge?.parameters.get('realm') ?? ''
      // Of one realm, the server prefers the topmost that the client knows (RFC 8760 §2.4).
      if (!challenge || seen.has(realm)) continue
      seen.add(realm)
      const key = `${proxy ? 'Proxy-' : ''}Authorization ${realm}`
      const stale = challenge.parameters.get('stale')?.toLowerCase() === 'true'
      const known = credentials(proxy, realm)
      if (!known || (fields.has(key) && !stale)) return false
      fields.set(key, respond(challenge, known, request))
      answered = true
    }
    return answered
  }
  return {
    answer({ proxy, server }, request) {
      const answered = [answerOne(proxy, true, request), answerOne(server, false, request)]
      if (!answered.includes(true)) return undefined
      return Array.from(fields, ([key, value]) => `${key.split(' ')[0] ?? ''}: ${value}`)
    },
  }
}
