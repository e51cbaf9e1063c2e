import type { IncomingMessage } from 'node:http'
import type { Call } from '@lintel/contract/call'
import { mayCall } from '@lintel/contract/access'
import { Refusal } from '@lintel/contract/fault'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit, crossSite, notSignedIn } from './admit.ts'
import { CALL_HEADERS } from './call-headers.ts'
import { methodsOf, endpointFor, endpointsOf } from './call-table.ts'
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
import { checkMatch, type RequestContext, type ServedCall, type StreamAnswer } from './serve.ts'
import { startSession } from './sign-in/sign-in.ts'
import { sendStream } from './stream.ts'
import { applyFault } from './apply-fault.ts'
import { HttpRefusal } from './http-refusal.ts'
import { requestInfoOf } from './request-info.ts'

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

/** Adds a route for every path of the calls. */
export function routeCalls(
  app: FastifyInstance,
  context: DoorContext,
  calls: readonly ServedCall[],
): void {
  for (const [path, endpoints] of endpointsOf(calls)) {
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      const endpoint = endpointFor(endpoints, requestInfoOf(request.raw).query)
      if (!endpoint) throw new TypeError(`no call at ${path}`)
      return answerAt(endpoint, context, request, reply)
    }
    app.all(path, answer)
    if (endpoints.some(({ kind }) => kind === 'action')) app.all(`${path}/:operation`, answer)
  }
}

const unchanged = (answer: Answer): Answer => answer

/**
 * Answers one request at a path: identifies the caller, finds the call, checks access and input,
 * and runs the handler.
 */
async function answerAt(
  endpoint: Endpoint,
  { device, identifier, connections, log }: DoorContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = request
  const kind = KINDS[endpoint.kind]
  let encodeError = kind.encoderFor(endpoint)
  const persona = device.persona()
  let rewrite = unchanged
  let parsed: ParsedRequest | undefined
  reply.headers(CALL_HEADERS)
  try {
    if (raw.method === 'OPTIONS')
      return await reply.code(204).header('allow', endpoint.allow).send()
    if (!endpoint.calls.some(({ call }) => persona.knows(call, endpoint.path))) {
      return await notFound(reply, raw)
    }
    checkMethod(raw, endpoint.allow)
    if (isForeign(raw.headers)) throw crossSite()
    const httpIdentity = identifier.identify(raw)
    if (
      httpIdentity.kind !== 'known' &&
      !kind.credentialsInside &&
      !endpoint.calls.some(({ call }) => mayCall(call.access, undefined, device.phase()))
    ) {
      throw notSignedIn(raw, httpIdentity, identifier)
    }
    parsed = await read(kind, endpoint, raw, { httpIdentity, identifier })
    encodeError = parsed.encodeError
    requestInfoOf(raw).user = callerOf(httpIdentity)?.user
    const { served, input, answer } = parsed.resolve()
    // Clients send a token with every message: it is a sign-in only where the call needs one.
    const open = mayCall(served.call.access, undefined, device.phase())
    const token = !open && mayCarryToken(raw, httpIdentity) ? parsed.token?.() : undefined
    const identity = token ? identifier.verifyToken(token, requestInfoOf(raw)) : httpIdentity
    const caller = callerOf(identity)
    requestInfoOf(raw).user = caller?.user
    if (!persona.knows(served.call, endpoint.path)) return await notFound(reply, raw)
    rewrite = (encoded) => persona.rewrite(served.call.id, encoded, input)
    checkMethod(raw, methodsOf(served.call))
    admit(served.call, identity, raw, { device, identifier })
    const instead = await applyFault(device.faults.take(served.call.id), reply.raw)
    if (instead === 'gone') return reply.hijack()
    if (instead === 401) throw notSignedIn(raw, identity, identifier)
    if (instead !== undefined) {
      return await reply.code(instead).type(PLAIN_PAGE_TYPE).send(plainPage(instead, ''))
    }
    const valid = checked(served.call, input)
    const result = await served.handler(
      valid as never,
      requestContextOf(device, caller, request, reply),
    )
    if (served.call.kind !== 'stream') {
      return await send(reply, rewrite(answer(result)))
    }
    return await stream(served.call, result as StreamAnswer, caller, { device, connections }, reply)
  } catch (error) {
    if (!(error instanceof Refusal)) {
      const info = requestInfoOf(raw)
      log.about(info).error({ err: error, request: info.id }, 'call failed')
    }
    if (reply.raw.headersSent) return reply.hijack()
    const refusal = error instanceof Refusal ? error : new Refusal('internal', 'Internal error')
    if (refusal instanceof HttpRefusal) reply.headers(refusal.headers)
    const encoded = encodeError(refusal.reason, refusal.message, refusal.codes)
    const rewritten =
      refusal.reason === 'unauthenticated' ? persona.signIn(encoded) : rewrite(encoded)
    return send(reply, rewritten)
  } finally {
    parsed?.close?.()
  }
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

const notFound = (reply: FastifyReply, request: IncomingMessage): FastifyReply =>
  reply
    .code(404)
    .type(PLAIN_PAGE_TYPE)
    .send(notFoundPage(requestInfoOf(request).path))

function send(reply: FastifyReply, { status, type, body, disposition }: Answer): FastifyReply {
  if (disposition !== undefined) reply.header('content-disposition', disposition)
  return reply.code(status).header('content-type', type).send(body)
}

async function stream(
  call: Call,
  answer: StreamAnswer,
  caller: Caller | undefined,
  { device, connections }: Pick<DoorContext, 'device' | 'connections'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.hijack()
  for (const [name, value] of Object.entries(CALL_HEADERS)) reply.raw.setHeader(name, value)
  if (reply.request.method === 'HEAD') {
    reply.raw.writeHead(200, { 'content-type': answer.contentType }).end()
    return reply
  }
  const isAllowed = (): boolean => mayCall(call.access, caller?.current(), device.phase())
  await sendStream(answer, reply.raw, connections, isAllowed)
  return reply
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

function requestContextOf(
  device: DeviceContext,
  caller: Caller | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestContext {
  let gone: AbortController | undefined
  return {
    user: caller?.user,
    groups: caller?.groups ?? [],
    address: requestInfoOf(request.raw).address,
    origin: originOf(request.raw),
    get oldConnection() {
      return requestInfoOf(request.raw).old
    },
    get signal() {
      if (!gone) {
        const controller = new AbortController()
        gone = controller
        if (reply.raw.closed) controller.abort()
        else reply.raw.once('close', () => controller.abort())
      }
      return gone.signal
    },
    signIn(user) {
      reply.header('set-cookie', startSession(device, request.raw, user))
    },
    version(version) {
      // Other firmware sends no version, and its clients write without one.
      if (device.persona().id === 'own') reply.header('etag', `"${version}"`)
    },
    mustMatch(current) {
      checkMatch(request.headers['if-match'], current)
    },
  }
}
