import type { IncomingMessage, RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'
import { mayCall } from '@lintel/contract/access'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import { WebSocketServer, type WebSocket } from 'ws'
import { admit, crossSite } from './admit.ts'
import { addressesOf } from './call-table.ts'
import { hostAllowed } from './host-check.ts'
import type { DoorContext } from './door-context.ts'
import type { Caller } from './identify.ts'
import { notFoundPage, plainPage } from './plain-page.ts'
import { answerRaw, ignoreUpgrade } from './raw-answer.ts'
import { ONLY_HTTPS } from './redirection.ts'
import type { Redirection } from './redirection.ts'
import { isForeign } from './same-site.ts'
import type { ServedSocket, SocketContext } from './serve.ts'
import type { OpenConnection, OpenConnections } from './open-connections.ts'
import { delay, statusOf } from './apply-fault.ts'
import { HttpRefusal } from './http-refusal.ts'
import { requestInfoOf } from './request-info.ts'

/** The longest message accepted from a client, in bytes. */
const MAX_MESSAGE = 64 * 1024

/** Close code for a policy violation (RFC 6455 §7.4.1). */
export const POLICY_VIOLATION = 1008
/** Milliseconds that a client has to answer the end of its socket before it is cut off. */
const FAREWELL_MS = 1_000

export interface Sockets {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close(): void
}

/**
 * WebSocket upgrades (RFC 6455) on both servers, with the same authentication as calls.
 * @param redirect says where plain http redirects
 * @param next answers a request for another protocol as a plain one
 */
export function openSockets(
  context: DoorContext,
  served: readonly ServedSocket[],
  redirect: Redirection,
  next: RequestListener,
): Sockets {
  const { device, identifier, connections } = context
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE })
  server.on('headers', (headers, request) => {
    headers.push(`x-request-id: ${requestInfoOf(request).id}`)
  })
  const endpoints = new Map(
    served.flatMap((one) => addressesOf(one.call).map((path) => [path, one])),
  )

  /** Throws a `Refusal` unless the request may become a socket of this call. */
  async function allow(
    request: IncomingMessage,
    { call }: ServedSocket,
  ): Promise<Caller | undefined> {
    if (isForeign(request.headers)) throw crossSite()
    const identity = await identifier.identify(request)
    admit(call, identity, request, { device, identifier })
    return identity.kind === 'known' ? identity.caller : undefined
  }

  async function connect(
    one: ServedSocket,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): Promise<void> {
    const caller = await allow(request, one)
    requestInfoOf(request).user = caller?.user
    const pending = device.faults.take(one.call.id)
    if (pending) await delay(pending)
    const fault = pending?.fault?.fault
    if (socket.destroyed || fault === 'drop') {
      socket.destroy()
      return
    }
    if (fault === 'status') {
      const status = statusOf(pending?.fault?.value)
      answer(request, socket, status, plainPage(status, ''))
      return
    }
    connections.checkRoom(caller?.user)
    const allows = (access: ServedSocket['call']['access']) =>
      mayCall(access, caller?.current(), device.phase())
    const visitor: SocketContext = {
      user: caller?.user,
      groups: caller?.groups ?? [],
      address: requestInfoOf(request).address,
      path: requestInfoOf(request).path,
      mayCall: allows,
    }
    const open = await one.prepare(visitor)
    server.handleUpgrade(request, socket, head, (client) => {
      log(context, request, 101)
      if (fault === 'cut') {
        client.terminate()
        return
      }
      keepOpen(client, connections, {
        user: caller?.user,
        isAllowed: () => allows(one.call.access),
      })
      open(client, visitor)
    })
  }

  function refuse(request: IncomingMessage, socket: Duplex, error: unknown): void {
    if (!(error instanceof Refusal)) {
      const info = requestInfoOf(request)
      context.log.about(info).error({ err: error, request: info.id }, 'socket failed')
    }
    const refusal = error instanceof Refusal ? error : new Refusal('internal', 'Internal error')
    const { status } = REFUSALS[refusal.reason]
    const headers = refusal instanceof HttpRefusal ? refusal.headers : {}
    answer(request, socket, status, plainPage(status, refusal.message), headers)
  }

  /** Answers with a status in place of a socket, and logs that. */
  function answer(
    request: IncomingMessage,
    socket: Duplex,
    status: number,
    page: string,
    headers: Parameters<typeof answerRaw>[4] = {},
  ): void {
    answerRaw(request, socket, status, page, headers)
    log(context, request, status)
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
        ignoreUpgrade(request, socket, next)
        return
      }
      const { path } = requestInfoOf(request)
      const location = redirect(request)
      const served = endpoints.get(path)
      const one = served && device.persona().knows(served.call, path) ? served : undefined
      if (!hostAllowed(request.headers.host, device.hostNames)) {
        answer(request, socket, 421, plainPage(421, 'This device has another name.'))
      } else if (location !== undefined) {
        answer(request, socket, 307, plainPage(307, ONLY_HTTPS), { location })
      } else if (!one) {
        answer(request, socket, 404, notFoundPage(path))
      } else {
        connect(one, request, socket, head).catch((error: unknown) =>
          refuse(request, socket, error),
        )
      }
    },
    close() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

/** Keeps a socket open while its caller is authorised and answers pings. */
function keepOpen(
  client: WebSocket,
  connections: OpenConnections,
  { user, isAllowed }: Pick<OpenConnection, 'user' | 'isAllowed'>,
): void {
  let answered = true
  client.on('pong', () => {
    answered = true
  })
  // The socket closes by itself after an error, such as a message that is too long.
  client.on('error', () => {})
  const forget = connections.add({
    user,
    isAllowed,
    isAlive() {
      if (!answered) return false
      answered = false
      client.ping()
      return true
    },
    end() {
      client.close(POLICY_VIOLATION)
      setTimeout(() => client.terminate(), FAREWELL_MS).unref()
    },
  })
  client.once('close', forget)
}

function log(context: DoorContext, request: IncomingMessage, status: number): void {
  const info = requestInfoOf(request)
  const { id, path, address, user } = info
  context.log.about(info).info(
    {
      request: id,
      method: 'GET',
      path,
      status,
      address,
      ...(user === undefined ? {} : { user }),
    },
    'socket',
  )
}
