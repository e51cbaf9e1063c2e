import type { IncomingMessage } from 'node:http'
import type { Call } from '@lintel/contract/call'
import { mayCall } from '@lintel/contract/access'
import { Refusal } from '@lintel/contract/fault'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit, crossSite, notSignedIn } from './admit.ts'
import { CALL_HEADERS } from './call-headers.ts'
import { methodsOf, placeIn, placesOf } from './call-table.ts'
import type { House } from './house.ts'
import type { Caller, Identifier, Identity } from './identify.ts'
import { actionKind } from './kinds/action.ts'
import { fileKind } from './kinds/file.ts'
import { jsonKind } from './kinds/json.ts'
import type { Answer, Kind, Place, Question } from './kinds/kind.ts'
import { restKind } from './kinds/rest.ts'
import { soapKind } from './kinds/soap.ts'
import { textKind } from './kinds/text.ts'
import { uploadKind } from './kinds/upload.ts'
import { checked } from './kinds/validate.ts'
import { PLAIN_PAGE_TYPE, notFoundPage, plainPage } from './plain-page.ts'
import { isForeign } from './same-site.ts'
import { checkMatch, type Asked, type ServedCall, type StreamAnswer } from './serve.ts'
import type { Watch } from './standing.ts'
import { startSession } from './sign-in/sign-in.ts'
import { sendStream } from './stream.ts'
import { suffer } from './suffer.ts'
import { TurnedAway } from './turned-away.ts'
import { visitOf } from './visit.ts'

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

/** Puts a route at every path of the calls. */
export function routeCalls(
  app: FastifyInstance,
  house: House,
  identifier: Identifier,
  watch: Watch,
  calls: readonly ServedCall[],
): void {
  for (const [path, places] of placesOf(calls)) {
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      const place = placeIn(places, visitOf(request.raw).query)
      if (!place) throw new TypeError(`no call at ${path}`)
      return answerAt(place, { house, identifier, watch }, request, reply)
    }
    app.all(path, answer)
    if (places.some(({ kind }) => kind === 'action')) app.all(`${path}/:operation`, answer)
  }
}

const asItIs = (answer: Answer): Answer => answer

interface Desk {
  house: House
  identifier: Identifier
  watch: Watch
}

/** Answers one request at a path: who is it, which call, may they, is it well formed, the handler. */
async function answerAt(
  place: Place,
  { house, identifier, watch }: Desk,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = request
  const kind = KINDS[place.kind]
  let words = kind.words(place)
  const persona = house.persona()
  let rewrite = asItIs
  let question: Question | undefined
  reply.headers(CALL_HEADERS)
  try {
    if (raw.method === 'OPTIONS') return await reply.code(204).header('allow', place.allow).send()
    if (!place.calls.some(({ call }) => persona.knows(call, place.path))) {
      return await notFound(reply, raw)
    }
    checkMethod(raw, place.allow)
    if (isForeign(raw.headers)) throw crossSite()
    const atDoor = identifier.identify(raw)
    if (
      atDoor.kind !== 'known' &&
      !kind.credentialsInside &&
      !place.calls.some(({ call }) => mayCall(call.access, undefined, house.phase()))
    ) {
      throw notSignedIn(raw, atDoor, identifier)
    }
    question = await read(kind, place, raw, { atDoor, identifier })
    words = question.words
    const token = tellsInside(raw, atDoor) ? question.token?.() : undefined
    const identity = token ? identifier.verifyToken(token, visitOf(raw)) : atDoor
    const caller = identity.kind === 'known' ? identity.caller : undefined
    visitOf(raw).user = caller?.user
    const { served, input, answer } = question.choose()
    if (!persona.knows(served.call, place.path)) return await notFound(reply, raw)
    rewrite = (given) => persona.rewrite(served.call.id, given)
    checkMethod(raw, methodsOf(served.call))
    admit(served.call, identity, raw, { house, identifier })
    const instead = await suffer(house.faults.take(served.call.id), reply.raw)
    if (instead === 'gone') return reply.hijack()
    if (instead === 401) throw notSignedIn(raw, identity, identifier)
    if (instead !== undefined) {
      return await reply.code(instead).type(PLAIN_PAGE_TYPE).send(plainPage(instead, ''))
    }
    const valid = checked(served.call, input)
    const result = await served.handler(valid as never, askedOf(house, caller, request, reply))
    if (served.call.kind !== 'stream') {
      return await send(reply, rewrite(answer(result)))
    }
    return await stream(served.call, result as StreamAnswer, caller, { house, watch }, reply)
  } catch (error) {
    if (!(error instanceof Refusal)) {
      house.log.error({ err: error, request: visitOf(raw).id }, 'call failed')
    }
    if (reply.raw.headersSent) return reply.hijack()
    const refusal = error instanceof Refusal ? error : new Refusal('internal', 'Internal error.')
    if (refusal instanceof TurnedAway) reply.headers(refusal.headers)
    const said = words(refusal.reason, refusal.message, refusal.codes)
    return send(reply, refusal.reason === 'unauthenticated' ? persona.signIn(said) : rewrite(said))
  } finally {
    question?.close?.()
  }
}

/** Reads the request. Clients of Digest send an empty one until they are asked who they are. */
async function read(
  kind: Kind<ServedCall['call']>,
  place: Place,
  request: IncomingMessage,
  { atDoor, identifier }: { atDoor: Identity; identifier: Identifier },
): Promise<Question> {
  try {
    return await kind.read(place, request, visitOf(request))
  } catch (error) {
    const unreadable = error instanceof Refusal && error.reason === 'malformed'
    throw kind.credentialsInside && unreadable && atDoor.kind !== 'known'
      ? notSignedIn(request, atDoor, identifier)
      : error
  }
}

/** Whoever says by HTTP who it is has said it, rightly or not. */
const tellsInside = (request: IncomingMessage, atDoor: Identity): boolean =>
  atDoor.kind === 'unknown' && request.headers.authorization === undefined

const notFound = (reply: FastifyReply, request: IncomingMessage): FastifyReply =>
  reply
    .code(404)
    .type(PLAIN_PAGE_TYPE)
    .send(notFoundPage(visitOf(request).path))

function send(reply: FastifyReply, { status, type, body, disposition }: Answer): FastifyReply {
  if (disposition !== undefined) reply.header('content-disposition', disposition)
  return reply.code(status).header('content-type', type).send(body)
}

async function stream(
  call: Call,
  answer: StreamAnswer,
  caller: Caller | undefined,
  { house, watch }: Omit<Desk, 'identifier'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.hijack()
  for (const [name, value] of Object.entries(CALL_HEADERS)) reply.raw.setHeader(name, value)
  if (reply.request.method === 'HEAD') {
    reply.raw.writeHead(200, { 'content-type': answer.contentType }).end()
    return reply
  }
  const stands = (): boolean => mayCall(call.access, caller?.current(), house.phase())
  await sendStream(answer, reply.raw, watch, stands)
  return reply
}

function checkMethod(request: IncomingMessage, allow: readonly string[]): void {
  if (request.method !== undefined && allow.includes(request.method)) return
  throw new TurnedAway('notPost', `The method must be ${allow.join(' or ')}.`, {
    allow: allow.join(', '),
  })
}

/** The device as this client calls it; without a name (HTTP/1.0) by the address that it reached. */
function originOf(request: IncomingMessage): string {
  const { localAddress = '', localPort } = request.socket
  const address = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  return `${visitOf(request).secure ? 'https' : 'http'}://${request.headers.host ?? `${address}:${localPort}`}`
}

function askedOf(
  house: House,
  caller: Caller | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Asked {
  let gone: AbortController | undefined
  return {
    user: caller?.user,
    groups: caller?.groups ?? [],
    address: visitOf(request.raw).address,
    origin: originOf(request.raw),
    get oldConnection() {
      return visitOf(request.raw).old
    },
    get signal() {
      if (!gone) {
        const made = new AbortController()
        gone = made
        reply.raw.once('close', () => made.abort())
      }
      return gone.signal
    },
    signIn(user) {
      reply.header('set-cookie', startSession(house, request.raw, user))
    },
    version(version) {
      // Firmware of other ages tells none, and its clients write without one.
      if (house.persona().id === 'own') reply.header('etag', `"${version}"`)
    },
    mustMatch(current) {
      checkMatch(request.headers['if-match'], current)
    },
  }
}
