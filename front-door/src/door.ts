import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { openCalls } from './dispatch.ts'
import type { DeviceContext } from './device-context.ts'
import type { DoorContext } from './door-context.ts'
import { answerPlainly, entrance } from './entrance.ts'
import { openFolders } from './folders.ts'
import { openIdentifier, type Identifier } from './identify.ts'
import { malformedAnswer } from './malformed.ts'
import { trackOpenConnections } from './open-connections.ts'
import { routePages, type BuiltPages } from './pages/built-pages.ts'
import { routeIcons } from './pages/icons.ts'
import { notFoundPage, PLAIN_PAGE_TYPE, plainPage } from './plain-page.ts'
import type { Redirection } from './redirection.ts'
import { requestInfoOf } from './request-info.ts'
import type { ServedCall, ServedFolder, ServedSocket } from './serve.ts'
import { routeSignIn } from './sign-in/sign-in-routes.ts'
import { openSockets } from './sockets.ts'
import { openVisitorLog, type VisitorLog } from './visitor-log.ts'

export interface DoorOptions {
  calls: readonly ServedCall[]
  sockets: readonly ServedSocket[]
  folders?: readonly ServedFolder[]
  /** Folder of the built console. */
  consoleFolder: string
  /** The product's pages outside the console. */
  devicePages?: BuiltPages
  /** Who identifies callers; by default the device's accounts and sessions. */
  identifier?: Identifier
}

/** What answers the requests of listeners: calls, sockets, pages and the sign-in page. */
export interface Door {
  request: RequestListener
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** The answer to what could not be read as a request. */
  readonly malformed: (error: Error, socket: Duplex) => void
  /** Ends open streams and sockets. */
  close(): Promise<void>
}

/**
 * Builds what is behind the listeners.
 * @param redirect says where a request has to go instead, if anywhere
 * @param httpsPort the port of https while it is open
 */
export async function openDoor(
  device: DeviceContext,
  options: DoorOptions,
  redirect: Redirection,
  httpsPort: () => number | undefined = () => undefined,
): Promise<Door> {
  const log = openVisitorLog(device)
  const identifier = options.identifier ?? openIdentifier(device, log)
  const connections = trackOpenConnections()
  const unfollow = device.onRightsChanged(() => connections.check())
  const context: DoorContext = { device, identifier, connections, log }
  const asCall = openCalls(context, options.calls)
  const inFolder = openFolders(context, options.folders ?? [])
  const answerCall: typeof asCall = (request, response) =>
    asCall(request, response) || inFolder(request, response)
  let enter: RequestListener | undefined

  const app = Fastify({
    logger: false,
    // Fastify only routes what is not a call. The servers, their limits and the log are our own, so
    // the one that it asks for never listens.
    serverFactory(handler) {
      enter = entrance(context, redirect, answerCall, handler)
      return createServer()
    },
    // No route has a JSON schema, so Fastify's schema compilers need not be loaded.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    routerOptions: { querystringParser: () => ({}) },
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack()
      answerPlainly(reply.raw, 400, 'The address could not be read.')
    },
  })
  // Each kind of call reads its bodies, after the caller has been identified. Fastify would refuse
  // those whose declared type it can't read.
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  }
  handleTheRest(app, log)
  routeSignIn(app, device, identifier)
  routeIcons(app, device)
  await routePages(app, device, identifier, { ...options, httpsPort })
  await app.ready()
  if (!enter) throw new TypeError('no server was made')
  const sockets = openSockets(context, options.sockets, redirect, enter)

  return {
    request: enter,
    upgrade: sockets.upgrade,
    malformed: malformedAnswer(log),
    async close() {
      unfollow()
      connections.close()
      sockets.close()
      await app.close()
      log.close()
    },
  }
}

const noSchemas = () => () => {
  throw new TypeError('A route has a JSON schema, which nothing here compiles.')
}

/** Answers what no route does. Call it before routes are added. */
function handleTheRest(app: FastifyInstance, log: VisitorLog): void {
  // Fastify's `hasRoute` would compile a stranger's path as a pattern.
  const methodsAt = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    const methods = methodsAt.get(url) ?? new Set()
    methodsAt.set(url, methods)
    for (const one of [method].flat()) methods.add(one)
  })
  app.setNotFoundHandler((request, reply) => {
    const { path } = requestInfoOf(request.raw)
    reply.header('cache-control', 'no-store').type(PLAIN_PAGE_TYPE)
    const allow = ['GET', 'HEAD', 'POST'].filter((method) => methodsAt.get(path)?.has(method))
    if (allow.length === 0) return reply.code(404).send(notFoundPage(path))
    reply.header('allow', allow.join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    return reply.code(405).send(plainPage(405, `The method must be ${allow.join(' or ')}.`))
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) {
      const info = requestInfoOf(request.raw)
      log.about(info).error({ err: error, request: info.id }, 'request failed')
    }
    reply.code(status).header('cache-control', 'no-store').type(PLAIN_PAGE_TYPE)
    return reply.send(plainPage(status, 'The request could not be answered.'))
  })
}
