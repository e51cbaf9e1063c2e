/**
 * Requests to another device, such as a door controller or a speaker: small JSON messages over HTTP or
 * HTTPS, with Digest, or Basic over HTTPS. Nothing that it answers is trusted, and no redirection is
 * followed.
 */
import { request as requestHttp } from 'node:http'
import type { ClientRequest } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { checkServerIdentity } from 'node:tls'
import { isAddressWithPort, isIPv6 } from '@lintel/contract/rules/address'
import { challengesIn } from '@lintel/front-door/challenge-list'
import { digestFetch } from '@lintel/front-door/digest-client'
import type { Clock } from '../clock/clock.ts'

/**
 * Why there is no answer that can be used:
 * - `address`: the configured one is none;
 * - `unreachable`: nothing answers there; `late`: not in time;
 * - `redirected`: it sends elsewhere, which is not followed;
 * - `notEncrypted`: no TLS there;
 * - `untrusted`, `otherName`, `expired`: its certificate is not from a trusted authority, is for
 *   another name, or is not valid now;
 * - `refusedUser`: wrong user name or password; `noRight`: right, but not allowed to do that;
 * - `noSignIn`: it takes neither Digest nor, over HTTPS, Basic;
 * - `unreadable`: it answers something else than what it was asked for, or too much.
 */
export type ServerFailure =
  | 'address'
  | 'unreachable'
  | 'late'
  | 'redirected'
  | 'notEncrypted'
  | 'untrusted'
  | 'otherName'
  | 'expired'
  | 'refusedUser'
  | 'noRight'
  | 'noSignIn'
  | 'unreadable'

export class RemoteServerError extends Error {
  readonly failure: ServerFailure
  constructor(failure: ServerFailure, options?: ErrorOptions) {
    super(`Remote server: ${failure}`, options)
    this.name = 'RemoteServerError'
    this.failure = failure
  }
}

/** Where to ask, as whom. */
interface RemoteServerSettings {
  scheme: 'http' | 'https'
  /** An IP address or a host name, with or without a port. */
  address: string
  user: string
  password: string
  /** Whether its certificate has to lead to one of the authorities, and be for its address. */
  verifyCertificate: boolean
}

export interface RemoteServer {
  /**
   * Posts a message and returns the parsed answer.
   * @throws RemoteServerError, or the signal's reason
   */
  post(path: string, message: object, signal: AbortSignal): Promise<unknown>
}

interface RemoteServerParts {
  clock: Pick<Clock, 'wait'>
  /** Certificates of the authorities that the device trusts, in PEM. */
  authorities: () => readonly string[]
}

/** Milliseconds for one answer, with its connection and its challenge. Own design. */
export const ANSWER_MS = 10_000
/** Bytes of an answer: a controller has a handful of doors, a network of them some hundred. */
export const ANSWER_MAX = 1_048_576

/**
 * The server of these settings. It remembers the challenge, so that most messages go out once. A
 * door controller as it comes from the factory takes Digest over HTTP, and Basic alone over HTTPS.
 */
export function remoteServer(
  settings: RemoteServerSettings,
  { clock, authorities }: RemoteServerParts,
): RemoteServer {
  const { scheme, address, user, password, verifyCertificate } = settings
  const ask = digestFetch({ user, password }, (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const headers = Object.fromEntries(new Headers(init.headers))
    const { method = 'GET', signal } = init
    const options = { method, headers, agent: false as const, ...(signal && { signal }) }
    // An IPv6 address is in brackets in a URL, and in a certificate it is not.
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, {
            ...options,
            ...(isIP(host) === 0 && { servername: host }),
            // Nothing installed is nobody trusted, and not everybody the host trusts.
            ca: [...authorities()],
            // Of several with one name, OpenSSL compares a certificate with the first alone without it.
            allowPartialTrustChain: true,
            rejectUnauthorized: verifyCertificate,
            checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
            minVersion: 'TLSv1.2',
          })
        : requestHttp(url, options)
    return answerTo(request, typeof init.body === 'string' ? init.body : '')
  })

  /** Whether the last message was accepted, so that a refusal may be for the old challenge alone. */
  let proven = false
  /** Basic credentials, once the server has wanted them. */
  let basic: string | undefined

  async function send(url: string, body: string, signal: AbortSignal): Promise<Response> {
    const post = () => {
      const headers = new Headers({ 'content-type': 'application/json' })
      if (basic !== undefined) headers.set('authorization', basic)
      return ask(url, { method: 'POST', headers, body, signal })
    }
    const first = await post()
    if (first.status !== 401 || basic !== undefined || !wantsBasic(first, scheme)) return first
    basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    return post()
  }

  return {
    async post(path, message, signal) {
      if (!isAddressWithPort(address)) throw new RemoteServerError('address')
      const host = isIPv6(address) ? `[${address}]` : address
      const sent = [`${scheme}://${host}${path}`, JSON.stringify(message)] as const
      return inTime(clock, ANSWER_MS, signal, async (within) => {
        try {
          const first = await send(...sent, within)
          // A server that has restarted knows its challenges no more.
          const response = first.status === 401 && proven ? await send(...sent, within) : first
          proven = response.status !== 401
          if (response.status === 401 && !takes(response, scheme)) {
            throw new RemoteServerError('noSignIn')
          }
          return contentOf(response.status, await response.text())
        } catch (cause) {
          if (cause instanceof RemoteServerError) throw cause
          throw new RemoteServerError(failureOf(cause), { cause })
        }
      })
    },
  }
}

/**
 * Does some work within so many milliseconds of the device's clock.
 * @throws RemoteServerError `late`, the signal's reason, or what the work throws
 */
export async function inTime<T>(
  clock: Pick<Clock, 'wait'>,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const over = new AbortController()
  clock.wait(ms, over.signal).then(
    () => late.abort(),
    () => {},
  )
  try {
    return await work(AbortSignal.any([signal, late.signal]))
  } catch (cause) {
    signal.throwIfAborted()
    throw late.signal.aborted ? new RemoteServerError('late') : cause
  } finally {
    over.abort()
  }
}

const schemesOf = (response: Response) =>
  challengesIn(response.headers.get('www-authenticate') ?? '').map(({ scheme }) => scheme)

/** Whether the password has to be sent itself. Without encryption it never is. */
function wantsBasic(response: Response, scheme: RemoteServerSettings['scheme']): boolean {
  const schemes = schemesOf(response)
  return scheme === 'https' && schemes.includes('basic') && !schemes.includes('digest')
}

/** Whether we can sign in as a server that has refused wants it; true if it doesn't say. */
function takes(response: Response, scheme: RemoteServerSettings['scheme']): boolean {
  const schemes = schemesOf(response)
  return schemes.length === 0 || schemes.includes('digest') || wantsBasic(response, scheme)
}

/** Sends the body and reads the whole answer. Rejects with the connection's error. */
function answerTo(request: ClientRequest, body: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    // 101, which nobody asked for.
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new RemoteServerError('unreadable'))
    })
    request.once('response', (incoming) => {
      const chunks: Buffer[] = []
      let size = 0
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= ANSWER_MAX) return
        reject(new RemoteServerError('unreadable'))
        request.destroy()
      })
      incoming.on('error', reject)
      incoming.once('close', () => reject(new RemoteServerError('unreachable')))
      incoming.once('end', () => {
        const challenge = incoming.headers['www-authenticate']
        const status = incoming.statusCode ?? 0
        // A status that HTTP doesn't have.
        if (status < 200 || status > 599) return reject(new RemoteServerError('unreadable'))
        const bodiless = [204, 205, 304].includes(status) || chunks.length === 0
        resolve(
          new Response(bodiless ? null : Buffer.concat(chunks), {
            status,
            headers: challenge === undefined ? {} : { 'www-authenticate': challenge },
          }),
        )
      })
    })
    // With a body of text, Node would send the header as UTF-8, too.
    request.end(Buffer.from(body))
  })
}

/** @throws RemoteServerError for anything but JSON with the status 200 */
function contentOf(status: number, text: string): unknown {
  if (status === 401) throw new RemoteServerError('refusedUser')
  if (status === 403) throw new RemoteServerError('noRight')
  if (status >= 300 && status < 400) throw new RemoteServerError('redirected')
  if (status !== 200) throw new RemoteServerError('unreadable')
  try {
    return JSON.parse(text)
  } catch {
    // The error would quote the answer, which may quote the card.
    throw new RemoteServerError('unreadable')
  }
}

/** Codes of OpenSSL for a certificate that doesn't lead to a trusted authority. */
const UNTRUSTED =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_|PATH_LENGTH_|ERROR_IN_CERT_)/

/** The code of a connection's error, which tells nothing of what was said on it; empty without one. */
export const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

/** What the error of a connection says about the server. */
function failureOf(cause: unknown): ServerFailure {
  const code = codeOf(cause)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'otherName'
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return 'expired'
  if (UNTRUSTED.test(code)) return 'untrusted'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'notEncrypted'
  // It speaks, but not HTTP.
  return code.startsWith('HPE_') ? 'unreadable' : 'unreachable'
}
