/** One request to an HTTP server, with its challenges, perhaps through a proxy. */
import { request as requestHttp } from 'node:http'
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { challengesIn } from '@lintel/front-door/challenge-list'
import { answerChallenge } from '@lintel/front-door/digest-client'
import type { DigestAccount } from '@lintel/front-door/digest-client'
import { ActionFailure } from '../action-rules/types.ts'
import { connect, encrypt, withoutBrackets } from './connection.ts'

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

/** Bytes of an answer that are read; nobody looks at them. */
const BODY_MAX = 65_536

/** Methods whose requests say so when they have no body. */
const WITH_BODY = ['POST', 'PUT', 'PATCH']

/**
 * Sends a request, and again for each challenge that can be answered: with Digest, or else with
 * Basic. No redirection is followed.
 * @throws ActionFailure, or the error of the connection
 */
export async function exchange(order: HttpOrder, way: HttpWay): Promise<HttpAnswer> {
  const proofs: Proofs = {}
  for (;;) {
    const answer = await sendOnce(order, way, proofs)
    const { status, challenges } = answer
    if (status === 401 && proofs.server === undefined) {
      proofs.server = proofFor(challenges.server, way.account, order.method, targetOf(order.url))
      if (proofs.server !== undefined) continue
    }
    if (status === 407 && proofs.proxy === undefined) {
      const isTunnel = order.url.protocol === 'https:'
      const method = isTunnel ? 'CONNECT' : order.method
      const target = isTunnel ? authorityOf(order.url) : withoutFragment(order.url)
      proofs.proxy = proofFor(challenges.proxy, way.proxy?.account, method, target)
      if (proofs.proxy !== undefined) continue
    }
    return answer
  }
}

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
    return await answerTo(request, order.body)
  } finally {
    socket.destroy()
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

/** Sends the body, and reads the whole answer. */
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
      let size = 0
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > BODY_MAX) resolve(answer)
      })
      incoming.once('error', reject)
      incoming.once('end', () => resolve(answer))
      if (answer.status < 200 || answer.status > 599) reject(strange(incoming))
    })
    request.end(body)
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
