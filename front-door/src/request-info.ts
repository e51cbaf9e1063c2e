import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** One request, as the rest of the front door sees it. */
export interface RequestInfo {
  /** In every log line about the request and in its response (`x-request-id`). */
  id: string
  secure: boolean
  /** Its connection was opened before the web server's settings last changed. */
  old: boolean
  /** The client's address; IPv4 without the IPv6 prefix. */
  address: string
  /** The request target, path and query as the client wrote them. */
  target: string
  path: string
  query: string
  /** The members of the path of a call, encoded like a query; empty if it has none. */
  members: string
  /** The identified user, for the log. */
  user: string | undefined
  /** The largest body in bytes; undefined: as of most calls. */
  bodyLimit: number | undefined
  /** The bytes of the body, as far as it has been read. */
  bodyBytes: number
  /** Whether pages poll the call (`RestCall.polled`). */
  polled: boolean
  /** Whether the answer goes on until one side ends it. */
  endless: boolean
  /** Monotonic milliseconds. */
  started: number
}

const INFO = Symbol('request info')

/** Kept in the request itself: a weak map with every request makes each garbage collection slow. */
interface Known extends IncomingMessage {
  [INFO]?: RequestInfo
}

const series = randomBytes(4).toString('hex')
let count = 0

/** An id that is unique across runs. */
export function nextId(): string {
  count += 1
  return `${series}-${count.toString(36)}`
}

/** The info that belongs to a request: the same object each time. */
export function requestInfoOf(request: Known): RequestInfo {
  const known = request[INFO]
  if (known) return known
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const info: RequestInfo = {
    id: nextId(),
    secure: request.socket instanceof TLSSocket,
    old: false,
    address: addressOf(request.socket),
    target,
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    members: '',
    user: undefined,
    bodyLimit: undefined,
    bodyBytes: 0,
    polled: false,
    endless: false,
    started: performance.now(),
  }
  request[INFO] = info
  return info
}

/** Gives a request another target than the one that its client wrote. */
export function retarget(request: IncomingMessage, target: string): void {
  request.url = target
  const mark = target.indexOf('?')
  Object.assign(requestInfoOf(request), {
    target,
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
  })
}

/** The client's address; IPv4 without the IPv6 prefix. */
export function addressOf(socket: Duplex): string {
  const { remoteAddress = '' } = socket as Partial<Socket>
  return remoteAddress.startsWith(MAPPED) && isIPv4(remoteAddress.slice(MAPPED.length))
    ? remoteAddress.slice(MAPPED.length)
    : remoteAddress
}

/** An IPv4 address as IPv6 (RFC 4291 §2.5.5.2). */
const MAPPED = '::ffff:'
