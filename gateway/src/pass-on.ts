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
import type { DeviceSignIn } from './account.ts'
import { isRefused } from './device.ts'
import type { RemoteDevice } from './device.ts'
import type { PassedPath } from './passed-calls.ts'

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
      const answer = await send(device, request, account?.signIn, gone.signal)
      // It may break off while something else is asked.
      answer.on('error', () => response.destroy())
      if (isRefused(answer) && account && user !== undefined) {
        answer.resume()
        await refuse(device, user, account.signIn)
      }
      // What follows would be several wrong attempts at once if it was the caller's own account.
      if (account && user !== undefined && passed.changesAccounts) {
        await device.stillAccepts(user, account.signIn)
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

/** Bodies that are too large to be kept follow a request that makes the sign-in current. */
async function send(
  { link }: RemoteDevice,
  request: IncomingMessage,
  signIn: DeviceSignIn | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const order = {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: headersFor(request),
    signIn,
    signal,
  }
  const length = Number(request.headers['content-length'] ?? NaN)
  if (!(length > KEPT) && request.headers['transfer-encoding'] === undefined) {
    const body = length > 0 ? Buffer.concat(await request.toArray()) : undefined
    return link.send(body ? { ...order, body } : order)
  }
  if (signIn) {
    const first = await link.send({ method: 'GET', target: getUserGroups.path, signIn, signal })
    if (isRefused(first)) return first
    first.resume()
  }
  const lengthHeader = Number.isNaN(length) ? {} : { 'content-length': length }
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
