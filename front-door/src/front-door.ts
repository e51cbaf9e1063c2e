import Fastify, { type FastifyInstance } from 'fastify'
import { openCalls } from './dispatch.ts'
import { openAdditionalListeners } from './additional-listeners.ts'
import { answerPlainly, entrance } from './entrance.ts'
import type { DeviceContext } from './device-context.ts'
import type { DoorContext } from './door-context.ts'
import { openFolders } from './folders.ts'
import { openIdentifier } from './identify.ts'
import { openListeners, type Listeners, type ListenAt, type Urls } from './listeners.ts'
import { malformedAnswer } from './malformed.ts'
import { routePages, type BuiltPages } from './pages/built-pages.ts'
import { routeIcons } from './pages/icons.ts'
import { notFoundPage, PLAIN_PAGE_TYPE, plainPage } from './plain-page.ts'
import { redirection } from './redirection.ts'
import type { ServedCall, ServedFolder, ServedSocket } from './serve.ts'
import { routeSignIn } from './sign-in/sign-in-routes.ts'
import { openSockets } from './sockets.ts'
import { trackOpenConnections } from './open-connections.ts'
import { requestInfoOf } from './request-info.ts'
import { openVisitorLog, type VisitorLog } from './visitor-log.ts'

export interface FrontDoorOptions {
  calls: readonly ServedCall[]
  sockets: readonly ServedSocket[]
  folders?: readonly ServedFolder[]
  /** Folder of the built console. */
  consoleFolder: string
  /** The product's pages outside the console. */
  devicePages?: BuiltPages
}

/** The HTTP front end between the network and the services. */
export interface FrontDoor extends Pick<Listeners, 'move' | 'isFree' | 'urls' | 'configure'> {
  /** Opens http, and https once there is a certificate. Rejects when a port is taken. */
  listen(at: ListenAt): Promise<Urls>
  /**
   * Answers at these IPv6 addresses too, on the same ports, and at no others; resolves with those
   * where it does. Link-local ones come with their interface (`fe80::1%eth0`).
   */
  alsoAt(addresses: readonly string[]): Promise<string[]>
  /** Unplugs the network cable, which cuts every connection, or plugs it back in. */
  plug(cableIn: boolean): void
  /** Cuts every connection and frees the ports. */
  close(): Promise<void>
}

/** Builds the front door of a device; nothing listens before `listen`. */
export async function openFrontDoor(
  device: DeviceContext,
  options: FrontDoorOptions,
): Promise<FrontDoor> {
  const log = openVisitorLog(device)
  const identifier = openIdentifier(device, log)
  const connections = trackOpenConnections()
  const unfollow = device.onRightsChanged(() => connections.check())
  const context: DoorContext = { device, identifier, connections, log }
  const asCall = openCalls(context, options.calls)
  const inFolder = openFolders(context, options.folders ?? [])
  const answerCall: typeof asCall = (request, response) =>
    asCall(request, response) || inFolder(request, response)
  const notAccepted = (error: Error): void => {
    device.log.error({ err: error }, 'connection not accepted')
  }
  let listeners: Listeners | undefined
  let sockets: ReturnType<typeof openSockets> | undefined

  const app = Fastify({
    logger: false,
    // Fastify only routes what is not a call. The servers, their limits and the log are our own.
    serverFactory(handler) {
      const redirect = redirection(() => listeners?.httpsOnly())
      const enter = entrance(context, redirect, answerCall, handler)
      const opened = openSockets(context, options.sockets, redirect, enter)
      listeners = openListeners({
        request: enter,
        upgrade: opened.upgrade,
        malformed: malformedAnswer(log),
        notAccepted,
      })
      sockets = opened
      return listeners.http
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
  await routePages(app, device, identifier, options)
  await app.ready()
  if (!listeners || !sockets) throw new TypeError('no server was made')

  const { listen, urls, move, isFree, configure, plug, adopt } = listeners
  const additional = openAdditionalListeners(adopt, notAccepted)
  return {
    listen,
    urls,
    move,
    isFree,
    configure,
    plug,
    async alsoAt(addresses) {
      const { http, https } = urls()
      // It was closed in the meantime.
      if (http === '') return []
      return additional.listen(addresses, {
        http: portOf(http, 80),
        https: https === undefined ? undefined : portOf(https, 443),
      })
    },
    async close() {
      additional.close()
      unfollow()
      connections.close()
      sockets?.close()
      await listeners?.close()
      await app.close()
      log.close()
    },
  }
}

const noSchemas = () => () => {
  throw new TypeError('A route has a JSON schema, which nothing here compiles.')
}

const portOf = (url: string, plain: number) => Number(new URL(url).port) || plain

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
