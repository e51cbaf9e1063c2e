import { createHash, randomBytes } from 'node:crypto'
import { all, get, reply, uri } from './message.ts'
import type { Message } from './message.ts'
import type { Remote } from './peer-socket.ts'

/** A small registrar with digest authentication (RFC 3261 §10.3, RFC 7616, RFC 8760). */
export interface Registrar {
  readonly realm: string
  /** Passwords by user. */
  users: Map<string, string>
  /** In the order of the challenges. */
  algorithms: ('MD5' | 'SHA-256' | 'SHA-512-256')[]
  /** Seconds: the most it grants, and the least it accepts. */
  most: number
  least: number
  /** Answers everything with this, if it is set: `503 Service Unavailable`. */
  refuses: string | undefined
  /** Seconds that it asks to wait when it refuses. */
  retryAfter: number | undefined
  /** Contact URIs by user. */
  readonly contacts: Map<string, Set<string>>
  /** All REGISTER requests, as received. */
  readonly requests: Message[]
  handle(request: Message, from: Remote): void
  /** A challenge if the request isn't authenticated; undefined if it is. */
  challenge(request: Message, proxy?: boolean): Message | undefined
}

const HASHES = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' } as const

export function openRegistrar(users: Record<string, string>, realm = 'test'): Registrar {
  const nonces = new Set<string>()
  const registrar: Registrar = {
    realm,
    users: new Map(Object.entries(users)),
    algorithms: ['MD5'],
    most: 3600,
    least: 1,
    refuses: undefined,
    retryAfter: undefined,
    contacts: new Map(),
    requests: [],
    handle(request, from) {
      registrar.requests.push(request)
      from.send(withReceived(answer(request), from))
    },
    challenge(request, proxy = false) {
      const field = proxy ? 'Proxy-Authorization' : 'Authorization'
      if (all(request, field).some((value) => isRight(value, request))) return undefined
      const nonce = randomBytes(8).toString('hex')
      nonces.add(nonce)
      const challenges = registrar.algorithms.map((algorithm): [string, string] => [
        proxy ? 'Proxy-Authenticate' : 'WWW-Authenticate',
        `Digest realm="${realm}", nonce="${nonce}", algorithm=${algorithm}, qop="auth"`,
      ])
      return reply(request, proxy ? '407 Proxy Authentication Required' : '401 Unauthorized', {
        toTag: 'registrar',
        headers: challenges,
      })
    },
  }

  function isRight(value: string, request: Message): boolean {
    const of = (name: string) => new RegExp(`[ ,]${name}="?([^",]*)"?`).exec(value)?.[1] ?? ''
    const algorithm = registrar.algorithms.find((each) => each === of('algorithm'))
    const password = registrar.users.get(of('username'))
    if (!algorithm || password === undefined || of('realm') !== realm) return false
    const hash = (text: string) => createHash(HASHES[algorithm]).update(text).digest('hex')
    const a1 = hash(`${of('username')}:${realm}:${password}`)
    const a2 = hash(`${request.line.split(' ')[0] ?? ''}:${of('uri')}`)
    const expected = hash(`${a1}:${of('nonce')}:${of('nc')}:${of('cnonce')}:${of('qop')}:${a2}`)
    return nonces.has(of('nonce')) && expected === of('response')
  }

  function answer(request: Message): Message {
    const { refuses, retryAfter } = registrar
    if (refuses !== undefined) {
      const headers: [string, string][] =
        retryAfter === undefined ? [] : [['Retry-After', String(retryAfter)]]
      return reply(request, refuses, { toTag: 'r', headers })
    }
    const challenge = registrar.challenge(request)
    if (challenge) return challenge
    const user = /sips?:([^@]+)@/.exec(uri(get(request, 'To')))?.[1] ?? ''
    const contacts = registrar.contacts.get(user) ?? new Set()
    registrar.contacts.set(user, contacts)
    const asked = Number(get(request, 'Expires'))
    if (asked > 0 && asked < registrar.least) {
      return reply(request, '423 Interval Too Brief', {
        toTag: 'r',
        headers: [['Min-Expires', String(registrar.least)]],
      })
    }
    const granted = Math.min(asked, registrar.most)
    for (const contact of all(request, 'Contact')) {
      const gone = /expires=0\b/.test(contact) || granted === 0
      if (gone) contacts.delete(uri(contact))
      else contacts.add(uri(contact))
    }
    return reply(request, '200 OK', {
      toTag: 'r',
      headers: Array.from(contacts, (contact): [string, string] => [
        'Contact',
        `<${contact}>;expires=${granted}`,
      ]),
    })
  }
  return registrar
}

/** Where the request came from, in its topmost Via (RFC 3581 §4). */
export function withReceived(response: Message, { address, port }: Remote): Message {
  const index = response.headers.findIndex(([name]) => /^(?:via|v)$/i.test(name))
  const [name, via] = response.headers[index] ?? ['Via', '']
  const headers = [...response.headers]
  headers[index] = [name, `${via.replace(/;rport(?:=\d+)?/, '')};received=${address};rport=${port}`]
  return { ...response, headers }
}
