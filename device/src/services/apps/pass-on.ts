import { request as ask } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { roleOf } from '@lintel/contract/access'
import { everyAnswer } from '@lintel/front-door/answer-headers'
import { answerPlainly } from '@lintel/front-door/entrance'
import { HOP_HEADERS, NOT_PASSED_BACK, withoutHeaders } from '@lintel/front-door/hop-headers'
import { requestInfoOf } from '@lintel/front-door/request-info'
import type { Place } from '@lintel/front-door/serve'
import type { AppEndpoint } from '../../engines/apps/settings.ts'
import type { Log } from '../../log.ts'

/** Milliseconds of silence after which a request that was passed on has failed. Host's time. */
const SILENCE = 30_000

/** Says that a request has come by here (RFC 9110 §7.6.3). */
const VIA = '1.1 lintel'

/** What an application doesn't get to know: how its callers have signed in to the device. */
const WITHHELD = new Set([...HOP_HEADERS, 'authorization', 'cookie', 'host', 'expect', 'forwarded'])
/**
 * Passes requests on to an application, and its answers back, while they arrive. It learns who asks
 * by `X-Lintel-User` and `X-Lintel-Role`.
 */
export function passOn(
  { path: own, target }: AppEndpoint,
  { app, folder, rest, log }: { app: string; folder: string; rest: string; log: Log },
): Place['answer'] {
  return async (request, response, { user, groups }) => {
    if ((request.headers.via ?? '').includes(VIA)) {
      // Its target leads back here.
      answerPlainly(response, 508, 'The application passes its own requests on.')
      return
    }
    const { query } = requestInfoOf(request)
    // At a socket it is found by the path that it has declared.
    const base = 'port' in target ? target.path : `/${own}`
    const path = `${base}${rest}` || '/'
    const passed = ask({
      ...('port' in target
        ? { host: '127.0.0.1', port: target.port }
        : { socketPath: shortest(join(folder, target.socket)) }),
      agent: false,
      method: request.method,
      path: query === '' ? path : `${path}?${query}`,
      headers: headersFor(request, { user, role: roleOf(groups) }),
      timeout: SILENCE,
    })
    passed.once('timeout', () => passed.destroy(new Error('no answer')))
    response.once('close', () => passed.destroy())
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      passed.once('response', resolve)
      passed.on('error', reject)
    })
    pipeline(request, passed).catch(() => undefined)
    try {
      const answer = await answered
      response.writeHead(answer.statusCode ?? 502, {
        'content-security-policy': "frame-ancestors 'self'",
        'cache-control': 'no-store',
        ...withoutHeaders(answer.headers, NOT_PASSED_BACK),
        ...everyAnswer(requestInfoOf(request)),
      })
      // Its end in the middle of an answer.
      answer.once('error', () => response.destroy())
      answer.pipe(response)
    } catch (cause) {
      if (response.closed || response.headersSent) {
        response.destroy()
        return
      }
      log.warn({ err: cause, app }, 'application does not answer')
      answerPlainly(response, 502, 'The application does not answer.')
    }
  }
}

function headersFor(
  request: IncomingMessage,
  { user, role }: { user: string | undefined; role: string | undefined },
): OutgoingHttpHeaders {
  const { secure, address } = requestInfoOf(request)
  const own = Object.fromEntries(
    Object.entries(withoutHeaders(request.headers, WITHHELD)).filter(
      ([name]) => !name.startsWith('x-lintel-') && !name.startsWith('x-forwarded-'),
    ),
  )
  const hasBody = request.headers['transfer-encoding'] !== undefined
  return {
    ...own,
    host: 'localhost',
    ...(hasBody ? { 'transfer-encoding': 'chunked' } : {}),
    via: VIA,
    'x-forwarded-for': address,
    'x-forwarded-host': request.headers.host ?? '',
    'x-forwarded-proto': secure ? 'https' : 'http',
    ...(user === undefined ? {} : { 'x-lintel-user': encodeURIComponent(user) }),
    ...(role === undefined ? {} : { 'x-lintel-role': role }),
  }
}

/** Paths of sockets are short: 107 bytes on Linux. */
function shortest(path: string): string {
  const near = relative(process.cwd(), path)
  return near.length < path.length ? near : path
}
