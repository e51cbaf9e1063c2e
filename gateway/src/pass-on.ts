import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { CONSOLE_HEADER } from '@lintel/contract/client'
import { getUserGroups } from '@lintel/contract/calls/users'
import { Refusal } from '@lintel/contract/fault'
import { everyAnswer } from '@lintel/front-door/answer-headers'
import { answerPlainly } from '@lintel/front-door/entrance'
import { NOT_PASSED_BACK, withoutHeaders } from '@lintel/front-door/hop-headers'
import { requestInfoOf } from '@lintel/front-door/request-info'
import { isNavigation } from '@lintel/front-door/same-site'
import type { Place } from '@lintel/front-door/serve'
import { fieldsOf } from '@lintel/front-door/kinds/fields'
import type { DeviceSignIn } from './account.ts'
import { isRefused } from './device.ts'
import type { RemoteDevice } from './device.ts'
import type { PassedPath } from './passed-calls.ts'
import type { SignedIn } from './sessions.ts'

/** Bytes of a body that is kept, so that it can be sent again after a challenge. */
const KEPT = 256 * 1024

/** Headers that the device gets. The rest is about the browser and the gateway. */
const PASSED = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'range',
  'soapaction',
]

/** What comes from a device must not run at the gateway's origin. */
const INERT = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
  'cache-control': 'no-store',
}

/**
 * Passes a request of a signed-in person on to the device, and its answer back, while they arrive.
 * If the device does not answer, the connection is cut, as the device itself would: the console has
 * one way to notice that.
 */
export function passOn(device: RemoteDevice, passed: PassedPath): Place['answer'] {
  return async (request, response, { user }) => {
    const account = user === undefined ? undefined : device.sessions.accountOf(user)
    if (!account && !passed.isOpen(device.phase())) throw notSignedIn()
    if (account && !passed.isPlain && request.headers[CONSOLE_HEADER] === undefined) {
      throw new Refusal('crossSite', 'Requests from pages of other sites are refused.')
    }
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    try {
      // While it is not known whether the password still holds, each request would be a wrong attempt.
      if (account && (await device.settled(account.signIn)) === false) throw notSignedIn()
      const body = await keptBody(request)
      const { query } = requestInfoOf(request)
      const change = passed.changesAccounts ? fieldsOf(query, String(body ?? '')) : undefined
      const answer = await send(device, request, { body, account, signal: gone.signal })
      // It may break off while something else is asked.
      answer.on('error', () => response.destroy())
      if (isRefused(answer) && account && user !== undefined) {
        answer.resume()
        await refuse(device, user, account.signIn)
      }
      if (account && user !== undefined && change?.['user'] === user) {
        // The change has been answered, whatever the device says to that question.
        await settleOwn(device, user, account, change['pwd']).catch(() => {})
      }
      response.writeHead(answer.statusCode ?? 502, {
        ...INERT,
        ...withoutHeaders(answer.headers, NOT_PASSED_BACK),
        ...everyAnswer(requestInfoOf(request)),
        'content-security-policy': INERT['content-security-policy'],
      })
      response.once('close', () => answer.destroy())
      answer.pipe(response)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (!response.headersSent && !gone.signal.aborted && isNavigation(request.headers)) {
        answerPlainly(response, 502, 'The device does not answer.')
      } else {
        response.destroy()
      }
    }
  }
}

const notSignedIn = () => new Refusal('unauthenticated', 'Authentication is required.')

/**
 * Finds out whether somebody's own change has ended the session, before the answer arrives: all that the
 * page asks next would be wrong attempts. With a new password, that is tried in place of the old one.
 */
async function settleOwn(
  device: RemoteDevice,
  user: string,
  account: SignedIn,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) await device.stillAccepts(user, account.signIn)
  else if (await device.accepts(user, password)) device.sessions.endUnless(user, password)
}

/** The body, if it is short enough to be sent twice; else it is left in the request. */
async function keptBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const length = lengthOf(request)
  const isKept = length > 0 && length <= KEPT
  return isKept ? Buffer.concat(await request.toArray()) : undefined
}

/** Bytes of the body; more than any limit if the request doesn't say. */
const lengthOf = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY

interface Sending {
  body: Buffer | undefined
  account: SignedIn | undefined
  signal: AbortSignal
}

/** Bodies that are too large to be kept follow a request that makes the sign-in current. */
async function send(
  { link }: RemoteDevice,
  request: IncomingMessage,
  { body, account, signal }: Sending,
): Promise<IncomingMessage> {
  const signIn = account?.signIn
  const order = {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: headersFor(request),
    signIn,
    signal,
  }
  const length = lengthOf(request)
  if (body) return link.send({ ...order, body })
  if (length === 0) return link.send(order)
  if (signIn) {
    const first = await link.send({ method: 'GET', target: getUserGroups.path, signIn, signal })
    if (isRefused(first)) return first
    first.resume()
  }
  const lengthHeader = Number.isFinite(length) ? { 'content-length': length } : {}
  return link.send({ ...order, headers: { ...order.headers, ...lengthHeader }, body: request })
}

function headersFor({ headers }: IncomingMessage): OutgoingHttpHeaders {
  return Object.fromEntries(
    PASSED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}

/**
 * Why the device refused somebody who was signed in: the password has changed, or the role does not
 * reach, which older firmware answers with the same status.
 */
async function refuse(device: RemoteDevice, user: string, signIn: DeviceSignIn): Promise<never> {
  if (await device.stillAccepts(user, signIn)) {
    throw new Refusal('forbidden', 'Your account may not do this.')
  }
  throw notSignedIn()
}
