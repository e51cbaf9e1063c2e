import { Agent, request as plainRequest } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import type { DeviceSignIn } from './account.ts'
import type { Trust } from './trust.ts'

/** One request to the device. */
export interface Order {
  method: string
  /** Path and query. */
  target: string
  headers?: OutgoingHttpHeaders
  /** Bytes can be sent again after a challenge, a stream can't. */
  body?: Uint8Array | Readable
  signIn?: DeviceSignIn | undefined
  /** Milliseconds without any data after which it has failed; 0: it may take any time. */
  silence?: number
  signal?: AbortSignal
}

/** The connections to one device. */
export interface Link {
  /** The device's URL, without a path. */
  readonly origin: string
  readonly secure: boolean
  /**
   * Sends a request, and again with an answer to a challenge.
   * @returns the answer, whose body the caller reads or destroys
   * @throws CertificateNotTrusted, or the error of the connection
   */
  send(order: Order): Promise<IncomingMessage>
  /** For clients of other kinds, such as those of WebSockets. */
  readonly agent: Agent
  close(): void
}

/** Connections to a device at once: a console has six of its own, and several may be open. */
const CONNECTIONS = 64
/** Milliseconds until a device has to answer: as long as the slowest call. */
const SILENCE = 120_000
/** Milliseconds to connect. */
const CONNECT = 10_000

export function openLink(url: URL, trust: Trust): Link {
  const secure = url.protocol === 'https:'
  const options = { keepAlive: true, maxSockets: CONNECTIONS, timeout: SILENCE }
  const agent = secure ? trustingAgent(options, trust) : new Agent(options)
  const ask = secure ? secureRequest : plainRequest

  function sendOnce(order: Order, authorization: string | undefined): Promise<IncomingMessage> {
    const { method, target, headers = {}, body, silence = SILENCE, signal } = order
    return new Promise((resolve, reject) => {
      const request = ask({
        agent,
        host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: url.port,
        method,
        path: target,
        headers: {
          ...headers,
          host: url.host,
          ...(body instanceof Uint8Array ? { 'content-length': body.length } : {}),
          ...(authorization === undefined ? {} : { authorization }),
        },
        timeout: silence,
        ...(signal ? { signal } : {}),
      })
      request.once('timeout', () => request.destroy(new Error('The device does not answer.')))
      request.once('response', resolve)
      request.on('error', reject)
      if (body === undefined || body instanceof Uint8Array) request.end(body)
      else pipeline(body, request, () => {})
    })
  }

  return {
    origin: url.origin,
    secure,
    agent,
    async send(order) {
      const { signIn, method, target, body } = order
      const isRepeatable = body === undefined || body instanceof Uint8Array
      const known = signIn?.authorize(method, target)
      const first = await sendOnce(order, known)
      if (first.statusCode !== 401 || !signIn || !isRepeatable) return first
      if (!signIn.challenged(first.headers['www-authenticate'] ?? '', known)) return first
      first.resume()
      const proof = signIn.authorize(method, target)
      const second = await sendOnce(order, proof)
      if (second.statusCode === 401) {
        signIn.challenged(second.headers['www-authenticate'] ?? '', proof)
      }
      return second
    },
    close: () => agent.destroy(),
  }
}

/** An agent whose connections are ready once their certificate is trusted. */
function trustingAgent(options: ConstructorParameters<typeof Agent>[0], trust: Trust): Agent {
  const agent = new SecureAgent(options)
  agent.createConnection = (target, done) => {
    const { host, port } = target as { host: string; port: number }
    void connect(trust, { host, port: port || 443 }, done ?? (() => {}))
    return undefined
  }
  return agent
}

async function connect(
  trust: Trust,
  target: { host: string; port: number },
  done: (error: Error | null, socket: Duplex) => void,
): Promise<void> {
  try {
    done(null, await trust.connect(target, AbortSignal.timeout(CONNECT)))
  } catch (error) {
    done(error as Error, undefined as unknown as Duplex)
  }
}
