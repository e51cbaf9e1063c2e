import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as requestHttp } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export const USER = 'door'

/** How a server wants passwords; the header of its challenges. */
export const CHALLENGES = {
  none: undefined,
  basic: 'Basic realm="Receiver"',
  md5: 'Digest realm="Receiver", nonce="n0", qop="auth", algorithm=MD5, opaque="o"',
  sha256: 'Digest realm="Receiver", nonce="n0", qop="auth", algorithm=SHA-256',
  all: 'Basic realm="Receiver", Digest realm="Receiver", nonce="n0", qop="auth", algorithm=MD5, Digest realm="Receiver", nonce="n0", qop="auth", algorithm=SHA-256',
} as const

export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export interface WebServer {
  /** `127.0.0.1:port`. */
  address: string
  port: number
  /** Those that were accepted. */
  taken: Seen[]
  /** The `Authorization` of every request, or `Proxy-Authorization` of a proxy's; empty without one. */
  proofs: string[]
  /** Answers in place of everything else. */
  instead: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  close(): Promise<void>
}

interface WebServerOptions {
  challenge?: keyof typeof CHALLENGES
  password?: string
  tls?: { key: string; cert: string }
}

/** A receiver of messages over HTTP, or HTTPS. */
export function openWebServer(options: WebServerOptions = {}): Promise<WebServer> {
  const { challenge = 'none', password = '', tls } = options
  const isRight = checker(CHALLENGES[challenge], password)
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const proof = request.headers.authorization ?? ''
    rig.proofs.push(proof)
    if (rig.instead) return rig.instead(request, response)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      const { method = '', url = '', headers } = request
      if (!isRight(proof, method, url)) {
        response.writeHead(401, { 'www-authenticate': CHALLENGES[challenge] }).end('Who are you?')
        return
      }
      rig.taken.push({ method, path: url, headers, body: Buffer.concat(chunks).toString('latin1') })
      response.writeHead(200).end('Thanks')
    })
  }
  const server = tls ? createSecureServer(tls, answer) : createServer(answer)
  const rig: WebServer = {
    address: '',
    port: 0,
    taken: [],
    proofs: [],
    instead: undefined,
    close: async () => {},
  }
  return listening(server, rig)
}

/** A proxy, which passes on to the addresses that clients name. */
export function openProxy(options: Pick<WebServerOptions, 'challenge' | 'password'> = {}) {
  const { challenge = 'none', password = '' } = options
  const isRight = checker(CHALLENGES[challenge], password)
  const isAllowed = ({ headers, method = '', url = '' }: IncomingMessage): boolean => {
    const proof = headers['proxy-authorization'] ?? ''
    rig.proofs.push(proof)
    return isRight(proof, method, url)
  }
  const server = createServer((request, response) => {
    if (!isAllowed(request)) {
      response.writeHead(407, { 'proxy-authenticate': CHALLENGES[challenge] }).end()
      return
    }
    const { 'proxy-authorization': _, ...headers } = request.headers
    rig.taken.push({ method: request.method ?? '', path: request.url ?? '', headers, body: '' })
    const onward = requestHttp(request.url ?? '', { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    if (!isAllowed(request)) {
      const header = `Proxy-Authenticate: ${CHALLENGES[challenge] ?? ''}`
      socket.end(`HTTP/1.1 407 Sign in\r\n${header}\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    rig.taken.push({ method: 'CONNECT', path: request.url ?? '', headers: {}, body: '' })
    const { hostname, port } = new URL(`http://${request.url}`)
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Here you are\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.end('HTTP/1.1 502 Nobody there\r\n\r\n'))
    socket.once('close', () => onward.destroy())
    // What is no longer passed on has to be read all the same, to its end.
    onward.once('close', () => socket.resume())
  })
  const rig: WebServer = {
    address: '',
    port: 0,
    taken: [],
    proofs: [],
    instead: undefined,
    close: async () => {},
  }
  return listening(server, rig)
}

async function listening(
  server: ReturnType<typeof createServer>,
  rig: WebServer,
): Promise<WebServer> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  rig.port = (server.address() as AddressInfo).port
  rig.address = `127.0.0.1:${rig.port}`
  rig.close = async () => {
    const closed = new Promise((resolve) => void server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return rig
}

/** Checks a proof by the text of RFC 7617 and RFC 7616. */
function checker(challenge: string | undefined, password: string) {
  return (proof: string, method: string, uri: string): boolean => {
    if (challenge === undefined) return true
    const basic = `Basic ${Buffer.from(`${USER}:${password}`).toString('base64')}`
    if (proof === basic) return challenge.includes('Basic')
    const field = (name: string) =>
      new RegExp(`[ ,]${name}="?([^",]*)"?(?:,|$)`).exec(proof)?.[1] ?? ''
    if (!proof.startsWith('Digest ') || field('username') !== USER || field('uri') !== uri)
      return false
    const hash = (text: string) =>
      createHash(field('algorithm') === 'MD5' ? 'md5' : 'sha256')
        .update(text)
        .digest('hex')
    const one = hash(`${USER}:Receiver:${password}`)
    const two = hash(`${method}:${uri}`)
    const parts = [one, 'n0', field('nc'), field('cnonce'), 'auth', two]
    return challenge.includes(field('algorithm')) && field('response') === hash(parts.join(':'))
  }
}
