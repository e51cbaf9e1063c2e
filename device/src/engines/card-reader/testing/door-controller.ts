import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'

export const USER = { name: 'reader', password: 'pass-reader' }

/** What a controller answers to each operation; a function answers the request's parameters. */
export type Answers = Record<string, unknown>

export interface DoorController {
  port: number
  /** `127.0.0.1:port`. */
  address: string
  /** The messages that came with the right password, and the paths of those. */
  asked: { path: string; message: Record<string, unknown> }[]
  /** How many requests there were, with and without credentials. */
  requests: number
  answers: Answers
  /** How it wants passwords. */
  scheme: 'digest' | 'basic' | 'both'
  /** Of its challenges; another one makes all earlier ones invalid, without a word. */
  nonce: string
  /** Told of every request. */
  seen: ((request: IncomingMessage) => void) | undefined
  /** Answers in place of everything else. */
  instead: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  close(): Promise<void>
}

/** One controller with two doors; the second access point has no name. */
export const TWO_DOORS: Answers = {
  'pacsaxis:GetAccessControllerList': {
    AccessController: [{ token: 'controller', Name: 'Gate', AccessPoint: ['point-1', 'point-2'] }],
  },
  'pacsaxis:GetAccessPointList': {
    AccessPoint: [
      {
        token: 'point-1',
        Name: 'Main entrance',
        Entity: 'door-1',
        IdPointDevice: [{ IdPoint: 'reader-1', DeviceUUID: '' }],
      },
      {
        token: 'point-2',
        Name: '',
        Entity: 'door-2',
        IdPointDevice: [{ IdPoint: 'reader-2', DeviceUUID: '' }],
      },
    ],
  },
  'axtdc:GetDoorList': { Door: [{ token: 'door-2', Name: 'Side door' }] },
  'axtid:GetIdPointInfoList': { IdPointInfo: [{ token: 'reader-2', Name: 'Outside' }] },
  'pacsaxis:RequestAccess': { AccessGranted: true, Reason: 'Granted' },
}

/**
 * A real server on 127.0.0.1 that demands Digest (RFC 7616, MD5) and answers like a door controller.
 * @param tls its key and certificate, for HTTPS
 */
export async function openDoorController(tls?: {
  key: string
  cert: string
}): Promise<DoorController> {
  const sockets = new Set<Socket>()
  const controller: DoorController = {
    port: 0,
    address: '',
    asked: [],
    requests: 0,
    answers: TWO_DOORS,
    scheme: 'digest',
    nonce: randomBytes(8).toString('hex'),
    seen: undefined,
    instead: undefined,
    async close() {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((resolve) => void server.close(resolve))
    },
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    controller.requests += 1
    controller.seen?.(request)
    if (controller.instead) {
      controller.instead(request, response)
      return
    }
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.once('end', () => {
      const { nonce, scheme } = controller
      if (scheme === 'basic' ? !isBasic(request) : !isRight(request, nonce)) {
        const digest = `Digest realm="AXIS_1", nonce="${nonce}", algorithm=MD5, qop="auth"`
        const basic = 'Basic realm="AXIS_1"'
        const challenge = { digest, basic, both: `${digest}, ${basic}` }[scheme]
        response.writeHead(401, { 'www-authenticate': challenge }).end()
        return
      }
      const message = JSON.parse(body) as Record<string, unknown>
      controller.asked.push({ path: request.url ?? '', message })
      const [operation = ''] = Object.keys(message)
      const known = controller.answers[operation]
      const content = isFunction(known) ? known(message[operation]) : known
      response
        .writeHead(known === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(content ?? {}))
    })
  }

  const server = tls ? createSecureServer(tls, answer) : createServer(answer)
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  controller.port = (server.address() as AddressInfo).port
  controller.address = `127.0.0.1:${controller.port}`
  return controller
}

const isFunction = (known: unknown): known is (parameters: unknown) => unknown =>
  typeof known === 'function'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const isBasic = ({ headers }: IncomingMessage) =>
  headers.authorization ===
  `Basic ${Buffer.from(`${USER.name}:${USER.password}`).toString('base64')}`

/** Checks the response of the Digest by RFC 7616 §3.4.1, on its own. */
function isRight({ headers, method, url }: IncomingMessage, nonce: string): boolean {
  const field = (name: string) =>
    new RegExp(`[ ,]${name}="?([^",]+)"?`).exec(headers.authorization ?? '')?.[1] ?? ''
  const ha1 = md5(`${USER.name}:AXIS_1:${USER.password}`)
  const ha2 = md5(`${method}:${url}`)
  const parts = [ha1, nonce, field('nc'), field('cnonce'), 'auth', ha2]
  return field('username') === USER.name && field('response') === md5(parts.join(':'))
}
