import type { IncomingMessage, ServerResponse } from 'node:http'
import { mayCall } from '@lintel/contract/access'
import { CONSOLE_HEADER } from '@lintel/contract/client'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import { notSignedIn } from './admit.ts'
import type { DoorContext } from './door-context.ts'
import { answerPlainly } from './entrance.ts'
import { HttpRefusal } from './http-refusal.ts'
import type { Caller } from './identify.ts'
import { requestInfoOf } from './request-info.ts'
import { isForeign, isNavigation } from './same-site.ts'
import type { Place, ServedFolder } from './serve.ts'

const READS = new Set(['GET', 'HEAD'])

/** Answers a request if its path is in a folder that a service answers; returns whether it is. */
export type AnswerInFolder = (request: IncomingMessage, response: ServerResponse) => boolean

/** The folders in which services answer by themselves, once the caller may. */
export function openFolders(
  context: DoorContext,
  folders: readonly ServedFolder[],
): AnswerInFolder {
  return (request, response) => {
    const info = requestInfoOf(request)
    const folder = folders.find(({ base }) => info.path.startsWith(base))
    const place = folder?.find(info.path.slice(folder.base.length), request)
    if (!place) return false
    answerAt(place, context, request, response).catch((error: unknown) => {
      context.log.about(info).error({ err: error, request: info.id }, 'request failed')
      if (response.headersSent) response.destroy()
      else answerPlainly(response, 500, 'The request could not be answered.')
    })
    return true
  }
}

async function answerAt(
  place: Place,
  { device, identifier, connections }: DoorContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const info = requestInfoOf(request)
  const identity = await identifier.identify(request)
  const caller = identity.kind === 'known' ? identity.caller : undefined
  info.user = caller?.user
  const isAllowed = () => mayCall(place.access, caller?.current(), device.phase())
  try {
    if (isForeign(request.headers)) throw foreign()
    if (!mayCall(place.access, caller?.groups, device.phase())) {
      if (!caller && READS.has(request.method ?? '') && isNavigation(request.headers)) {
        const location = `/sign-in?next=${encodeURIComponent(info.target)}`
        answerPlainly(response, 302, 'Sign in first.', { location })
        return
      }
      if (!caller) throw notSignedIn(request, identity, identifier)
      throw new Refusal('forbidden', 'Your account may not open this page.')
    }
    if (!isOwnWrite(request, caller)) throw foreign()
    connections.checkRoom(caller?.user)
    const end = () => void response.destroy()
    response.once('close', connections.add({ user: caller?.user, isAllowed, end }))
    await place.answer(request, response, { user: caller?.user, groups: caller?.groups ?? [] })
  } catch (error) {
    if (!(error instanceof Refusal) || response.headersSent) throw error
    const headers = error instanceof HttpRefusal ? error.headers : {}
    answerPlainly(response, REFUSALS[error.reason].status, error.message, headers)
  }
}

const foreign = () => new Refusal('crossSite', 'Requests from pages of other sites are refused.')

/** Browsers add the cookie to what other sites send, and name the origin of every write. */
const isOwnWrite = (
  { method = '', headers }: IncomingMessage,
  caller: Caller | undefined,
): boolean =>
  caller?.by !== 'session' ||
  READS.has(method) ||
  headers.origin !== undefined ||
  headers[CONSOLE_HEADER] !== undefined
