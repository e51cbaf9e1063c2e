/** One request to an HTTP server, with its challenges, perhaps through a proxy. */
import { request as requestHttp } from 'node:http'
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { challengesIn } from '@lintel/front-door/challenge-list'
import { answerChallenge } from '@lintel/front-door/digest-client'
import type { DigestAccount } from '@lintel/front-door/digest-client'
import { ActionFailure } from '../action-rules/types.ts'
import { connect, encrypt, linger, withoutBrackets } from './connection.ts'

export interface HttpOrder {
  url: URL
  method: string
  headers: OutgoingHttpHeaders
  body: Uint8Array
}

export interface HttpWay {
  /** Undefined without a login. */
  account: DigestAccount | undefined
  proxy: { server: { host: string; port: number }; account: DigestAccount | undefined } | undefined
  /** Options for TLS to a host. */
  tls: (host: string) => ConnectionOptions
  signal: AbortSignal
}

export interface HttpAnswer {
  status: number
  /** In the words of the server; may be empty. */
  reason: string
}

interface Answer extends HttpAnswer {
  challenges: { server: string; proxy: string }
}

/** The values of `Authorization` and `Proxy-Authorization`. */
interface Proofs {
  server?: string | undefined
  proxy?: string | undefined
}

/** Bytes of an answer's body that are read; nobody looks at them. */
const BODY_MAX = 65_536

/** Methods whose requests say so when they have no body. */
const WITH_BODY = ['POST', 'PUT', 'PATCH']

/** Proofs for one side: a second one if the nonce of the first has expired. */
const PROOFS_MAX = 2

/**
 * Sends a request, and again for each challenge that can be answered: with Digest, or else with
 * Basic. No redirection is followed.
 * @throws ActionFailure, or the error of the connection
 */
export async function exchange(order: HttpOrder, way: HttpWay): Promise<HttpAnswer> {
  const { url, method } = order
  const isTunnel = url.protocol === 'https:'
  const proveToServer = proverFor(way.account, method, targetOf(url))
  const proveToProxy = isTunnel
    ? proverFor(way.proxy?.account, 'CONNECT', authorityOf(url))
    : proverFor(way.proxy?.account, method, withoutFragment(url))
  const proofs: Proofs = {}
  for (;;) {
    const answer = await sendOnce(order, way, proofs)
    const { status, challenges } = answer
    const server = status === 401 ? proveToServer(challenges.server) : undefined
    const proxy = status === 407 ? proveToProxy(challenges.proxy) : undefined
    if (server === undefined && proxy === undefined) return answer
    proofs.server = server ?? proofs.server
    proofs.proxy = proxy ?? proofs.proxy
  }
}

/** Returns a function from a challenge to its proof; undefined if another try is of no use. */
function proverFor(account: DigestAccount | undefined, method: string, target: string) {
  let proofs = 0
  return (challenge: string): string | undefined => {
    const isWrong = proofs > 0 && !isStale(challenge)
    if (isWrong || proofs === PROOFS_MAX) return undefined
    proofs += 1
    return proofFor(challenge, account, method, target)
  }
}

/** Whether the proof was right, and only its nonce too old (RFC 7616 §3.3). */
const isStale = (challenge: string): boolean =>
  challengesIn(challenge).some(
    ({ parameters }) => parameters.get('stale')?.toLowerCase() === 'true',
  )

/** The proof that a challenge asks for; undefined if it can't be given. */
function proofFor(
  challenge: string,
  account: DigestAccount | undefined,
  method: string,
  target: string,
): string | undefined {
  if (!account) return undefined
  const digest = answerChallenge(challenge, account, method, { pathname: target, search: '' })
  if (digest !== undefined) return digest
  if (!challengesIn(challenge).some(({ scheme }) => scheme === 'basic')) return undefined
  return `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`
}

const targetOf = ({ pathname, search }: URL): string => pathname + search

const portOf = ({ protocol, port }: URL): number =>
  port === '' ? ({ 'https:': 443 }[protocol] ?? 80) : Number(port)

const authorityOf = (url: URL): string => `${url.hostname}:${portOf(url)}`

const withoutFragment = ({ protocol, host, pathname, search }: URL): string =>
  `${protocol}//${host}${pathname}${search}`

async function sendOnce(order: HttpOrder, way: HttpWay, proofs: Proofs): Promise<Answer> {
  const { url } = order
  const isSecure = url.protocol === 'https:'
  const host = withoutBrackets(url.hostname)
  const { proxy, signal } = way
  const socket = await connect(proxy?.server ?? { host, port: portOf(url) }, signal)
  let isDone = false
  try {
    if (proxy && isSecure) {
      const refusal = await openTunnel(socket, authorityOf(url), proofs.proxy)
      if (refusal) return refusal
    }
    const viaProxy = proxy !== undefined && !isSecure
    const connection = isSecure ? await encrypt(socket, way.tls(host)) : socket
    const request = requestHttp({
      createConnection: () => connection,
      method: order.method,
      path: viaProxy ? withoutFragment(url) : targetOf(url),
      setHost: false,
      headers: {
        host: url.host,
        ...order.headers,
        ...lengthOf(order),
        ...(proofs.server !== undefined && { authorization: proofs.server }),
        ...(viaProxy && proofs.proxy !== undefined && { 'proxy-authorization': proofs.proxy }),
        connection: 'close',
      },
    })
    const answer = await answerTo(request, order.body)
    isDone = true
    return answer
  } finally {
    // Some servers abort a request as soon as its client is gone.
    if (isDone) linger(socket)
    else socket.destroy()
  }
}

const lengthOf = ({ method, body }: HttpOrder): OutgoingHttpHeaders =>
  body.length > 0 || WITH_BODY.includes(method) ? { 'content-length': body.length } : {}

/**
 * Asks a proxy to pass on what comes next.
 * @returns its answer if it refuses
 */
function openTunnel(
  socket: Socket,
  authority: string,
  proof: string | undefined,
): Promise<Answer | undefined> {
  const request = requestHttp({
    createConnection: () => socket,
    method: 'CONNECT',
    path: authority,
    setHost: false,
    headers: {
      host: authority,
      ...(proof !== undefined && { 'proxy-authorization': proof }),
    },
  })
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.once('connect', (incoming, _, head) => {
      if (head.length > 0) socket.unshift(head)
      const isOpen = incoming.statusCode === 200
      resolve(isOpen ? undefined : answerOf(incoming))
    })
    request.end()
  })
}

/**
 * Sends the body, and waits for the status. Whatever becomes of the rest of the answer, the server has
 * the request: with a failure it would get it a second time.
 */
function answerTo(request: ClientRequest, body: Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    // 101, which nobody asked for.
    request.once('upgrade', (incoming, socket) => {
      socket.destroy()
      reject(strange(incoming))
    })
    request.once('response', (incoming) => {
      const answer = answerOf(incoming)
      drain(incoming)
      if (answer.status < 200 || answer.status > 599) reject(strange(incoming))
      // Some servers accept a picture before they have it.
      else if (answer.status < 300 && !request.writableFinished) {
        request.once('finish', () => resolve(answer))
      } else resolve(answer)
    })
    request.end(body)
  })
}

function drain(incoming: IncomingMessage): void {
  let size = 0
  incoming.on('error', () => {})
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > BODY_MAX) incoming.destroy()
  })
}

const answerOf = ({ statusCode = 0, statusMessage = '', headers }: IncomingMessage): Answer => ({
  status: statusCode,
  reason: statusMessage,
  challenges: {
    server: headers['www-authenticate'] ?? '',
    proxy: headers['proxy-authenticate']?.toString() ?? '',
  },
})

const strange = ({ statusCode = 0, statusMessage = '' }: IncomingMessage) =>
  new ActionFailure('protocol', `${statusCode} ${statusMessage}`)
