import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call, DownloadCall } from '@lintel/contract/call'
import { mayCall } from '@lintel/contract/access'
import { Refusal } from '@lintel/contract/fault'
import { admit, crossSite, notSignedIn } from './admit.ts'
import { callHeaders } from './answer-headers.ts'
import type { AnswerHeaders } from './answer-headers.ts'
import { addressesOf, methodsOf, endpointFor, openCallTable } from './call-table.ts'
import type { DeviceContext } from './device-context.ts'
import type { DoorContext } from './door-context.ts'
import type { Caller, Identifier, Identity } from './identify.ts'
import { actionKind } from './kinds/action.ts'
import { fileKind } from './kinds/file.ts'
import { jsonKind } from './kinds/json.ts'
import type { Answer, Kind, Endpoint, ParsedRequest } from './kinds/kind.ts'
import { restKind } from './kinds/rest.ts'
import { soapKind } from './kinds/soap.ts'
import { textKind } from './kinds/text.ts'
import { uploadKind } from './kinds/upload.ts'
import { checked } from './kinds/validate.ts'
import { PLAIN_PAGE_TYPE, notFoundPage, plainPage } from './plain-page.ts'
import { isForeign } from './same-site.ts'
import { checkMatch } from './serve.ts'
import type { CurrentVersion, Reply, RequestContext, ServedCall, StreamAnswer } from './serve.ts'
import { breakOff, sendFile } from './send-file.ts'
import { startSession } from './sign-in/sign-in.ts'
import { sendStream } from './stream.ts'
import { applyFault } from './apply-fault.ts'
import { HttpRefusal } from './http-refusal.ts'
import { BODY_LIMIT, tooLarge } from './request-body.ts'
import { requestInfoOf } from './request-info.ts'
import type { RequestInfo } from './request-info.ts'

const KINDS: Record<ServedCall['call']['kind'], Kind<ServedCall['call']>> = {
  text: textKind,
  json: jsonKind,
  rest: restKind,
  action: actionKind,
  soap: soapKind,
  download: fileKind,
  upload: uploadKind,
  stream: fileKind,
}

/** Answers a request if its path is that of a call; returns whether it is. */
export type AnswerCall = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * The calls, by path. A router for pages has no part in them: looking a path up and writing an
 * answer takes Fastify longer than most calls take in all.
 */
export function openCalls(context: DoorContext, calls: readonly ServedCall[]): AnswerCall {
  const find = openCallTable(calls)
  const served = new Set<Call>(calls.map(({ call }) => call))

  const has = (call: Call): boolean =>
    served.has(call) && addressesOf(call).some((path) => context.device.persona().knows(call, path))

  const door = { ...context, has }

  return (request, response) => {
    const info = requestInfoOf(request)
    const found = find(info.path)
    const endpoint = found && endpointFor(found.endpoints, request.method ?? '', info.query)
    if (!endpoint) return false
    info.members = found.members
    answerAt(endpoint, door, request, response).catch((error: unknown) => {
      context.log.about(info).error({ err: error, request: info.id }, 'call not answered')
      response.destroy()
    })
    return true
  }
}

const unchanged = (answer: Answer): Answer => answer

/**
 * Answers one request at a path: identifies the caller, finds the call, checks access and input,
 * and runs the handler.
 */
async function answerAt(
  endpoint: Endpoint,
  { device, identifier, connections, log, has }: DoorContext & Pick<RequestContext, 'has'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const kind = KINDS[endpoint.kind]
  const info = requestInfoOf(request)
  const headers = callHeaders(info)
  let encodeError = kind.encoderFor(endpoint)
  const persona = device.persona()
  let rewrite = unchanged
  let parsed: ParsedRequest | undefined
  try {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...headers, allow: endpoint.allow.join(', ') }).end()
      return
    }
    if (!endpoint.calls.some(({ call }) => persona.knows(call, endpoint.path))) {
      send(response, headers, notFound(info))
      return
    }
    checkMethod(request, endpoint.allow)
    if (isForeign(request.headers)) throw crossSite()
    const httpIdentity = await identifier.identify(request)
    if (
      httpIdentity.kind !== 'known' &&
      !kind.credentialsInside &&
      !endpoint.calls.some(({ call }) => mayCall(persona.access(call), undefined, device.phase()))
    ) {
      throw notSignedIn(request, httpIdentity, identifier)
    }
    info.user = callerOf(httpIdentity)?.user
    const role = callerOf(httpIdentity)?.current()
    info.bodyLimit = largestBody(
      endpoint.calls.filter(({ call }) => mayCall(persona.access(call), role, device.phase())),
    )
    parsed = await read(kind, endpoint, request, { httpIdentity, identifier })
    encodeError = parsed.encodeError
    const { served, input, answer } = parsed.resolve()
    // The calls of a service share a path, and their bodies name them.
    if (info.bodyBytes > (largestBody([served]) ?? BODY_LIMIT)) throw tooLarge()
    // Clients send a token with every message: it is a sign-in only where the call needs one.
    const open = mayCall(persona.access(served.call), undefined, device.phase())
    const token = !open && mayCarryToken(request, httpIdentity) ? parsed.token?.() : undefined
    const identity = token ? identifier.verifyToken(token, request) : httpIdentity
    const caller = callerOf(identity)
    info.user = caller?.user
    if (!persona.knows(served.call, endpoint.path)) {
      send(response, headers, notFound(info))
      return
    }
    rewrite = (encoded) => persona.rewrite(served.call.id, encoded, input)
    checkMethod(request, methodsOf(served.call))
    admit(served.call, identity, request, { device, identifier })
    info.polled = served.call.kind === 'rest' && served.call.polled === true
    info.endless = served.call.kind === 'stream'
    const pending = device.faults.take(served.call.id)
    const instead = pending && (await applyFault(pending, response))
    if (instead === 'gone') return
    if (instead === 401) throw notSignedIn(request, identity, identifier)
    if (instead !== undefined) {
      send(response, headers, pageOf(instead, ''))
      return
    }
    const valid = checked(served.call, input)
    const isAllowed = (): boolean => mayCall(served.call.access, caller?.current(), device.phase())
    const isDownload = served.call.kind === 'download'
    if (isDownload || served.call.kind === 'stream') connections.checkRoom(caller?.user)
    if (isDownload) {
      const end = (): void => breakOff(response)
      response.once('close', connections.add({ user: caller?.user, isAllowed, end }))
    }
    const result = await served.handler(
      valid as never,
      new OwnContext({ device, has }, caller, response, headers),
    )
    if (answer) {
      send(response, headers, rewrite(answer(result)))
      return
    }
    if (served.call.kind === 'download') {
      await sendFile(result as Reply<DownloadCall>, served.call.contentType, headers, response)
      return
    }
    const stream = result as StreamAnswer
    headers['content-type'] = stream.contentType
    if (request.method === 'HEAD') {
      response.writeHead(200, headers).end()
      return
    }
    const rights = { user: caller?.user, isAllowed }
    await sendStream(stream, headers, response, connections, rights)
  } catch (error) {
    if (!(error instanceof Refusal)) {
      log.about(info).error({ err: error, request: info.id }, 'call failed')
    }
    if (response.headersSent) return
    const refusal = error instanceof Refusal ? error : new Refusal('internal', 'Internal error')
    if (refusal instanceof HttpRefusal) Object.assign(headers, refusal.headers)
    const encoded = encodeError(refusal.reason, refusal.message, refusal.codes)
    const rewritten =
      refusal.reason === 'unauthenticated' ? persona.signIn(encoded) : rewrite(encoded)
    send(response, headers, rewritten)
  } finally {
    parsed?.close?.()
  }
}

/** The largest body of these calls in bytes; undefined if none has a limit of its own. */
function largestBody(calls: readonly ServedCall[]): number | undefined {
  const limits = calls.flatMap(({ call }) => (call.kind === 'action' ? (call.bodyLimit ?? []) : []))
  return limits.length === 0 ? undefined : Math.max(...limits)
}

/** Reads the request. Digest clients send an empty one until they are challenged. */
async function read(
  kind: Kind<ServedCall['call']>,
  endpoint: Endpoint,
  request: IncomingMessage,
  { httpIdentity, identifier }: { httpIdentity: Identity; identifier: Identifier },
): Promise<ParsedRequest> {
  try {
    return await kind.read(endpoint, request, requestInfoOf(request))
  } catch (error) {
    const unreadable = error instanceof Refusal && error.reason === 'malformed'
    throw kind.credentialsInside && unreadable && httpIdentity.kind !== 'known'
      ? notSignedIn(request, httpIdentity, identifier)
      : error
  }
}

/**
 * Whether the message itself may name its sender: credentials in HTTP, right or wrong, come first.
 */
const mayCarryToken = (request: IncomingMessage, httpIdentity: Identity): boolean =>
  httpIdentity.kind === 'unknown' && request.headers.authorization === undefined

const callerOf = (identity: Identity): Caller | undefined =>
  identity.kind === 'known' ? identity.caller : undefined

const pageOf = (status: number, message: string): Answer => ({
  status,
  type: PLAIN_PAGE_TYPE,
  body: plainPage(status, message),
})

const notFound = ({ path }: RequestInfo): Answer => ({
  status: 404,
  type: PLAIN_PAGE_TYPE,
  body: notFoundPage(path),
})

/** Writes head and body together, so that they leave in one packet if they fit. */
function send(
  response: ServerResponse,
  headers: AnswerHeaders,
  { status, type, body }: Answer,
): void {
  headers['content-type'] = type
  headers['content-length'] = String(Buffer.byteLength(body))
  response.writeHead(status, headers).end(body)
}

function checkMethod(request: IncomingMessage, allow: readonly string[]): void {
  if (request.method !== undefined && allow.includes(request.method)) return
  throw new HttpRefusal('notPost', `The method must be ${allow.join(' or ')}.`, {
    allow: allow.join(', '),
  })
}

/**
 * The device as this client addresses it; without a host name (HTTP/1.0) by the address that it
 * connected to.
 */
function originOf(request: IncomingMessage): string {
  const { localAddress = '', localPort } = request.socket
  const address = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  return `${requestInfoOf(request).secure ? 'https' : 'http'}://${request.headers.host ?? `${address}:${localPort}`}`
}

/** A class, because V8 defines the getters of an object literal anew for each request, slowly. */
class OwnContext implements RequestContext {
  readonly user: string | undefined
  readonly groups: readonly string[]
  private readonly device: DeviceContext
  private readonly response: ServerResponse
  private readonly headers: AnswerHeaders
  private gone: AbortController | undefined
  readonly has: RequestContext['has']

  constructor(
    { device, has }: { device: DeviceContext } & Pick<RequestContext, 'has'>,
    caller: Caller | undefined,
    response: ServerResponse,
    headers: AnswerHeaders,
  ) {
    this.user = caller?.user
    this.groups = caller?.groups ?? []
    this.device = device
    this.response = response
    this.headers = headers
    this.has = has
  }

  get address(): string {
    return requestInfoOf(this.response.req).address
  }

  get origin(): string {
    return originOf(this.response.req)
  }

  get query(): string {
    return requestInfoOf(this.response.req).query
  }

  get oldConnection(): boolean {
    return requestInfoOf(this.response.req).old
  }

  get signal(): AbortSignal {
    if (!this.gone) {
      const controller = new AbortController()
      this.gone = controller
      if (this.response.closed) controller.abort()
      else this.response.once('close', () => controller.abort())
    }
    return this.gone.signal
  }

  signIn(user: string): void {
    this.headers['set-cookie'] = startSession(this.device, this.response.req, user)
  }

  version(version: string): void {
    // Other firmware sends no version, and its clients write without one.
    if (this.device.persona().id === 'own') this.headers['etag'] = `"${version}"`
  }

  mustMatch(current: CurrentVersion): void {
    checkMatch(this.response.req.headers['if-match'], current)
  }
}
