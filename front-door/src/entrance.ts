import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { hostAllowed } from './host-check.ts'
import type { DoorContext } from './door-context.ts'
import { PLAIN_PAGE_TYPE, plainPage } from './plain-page.ts'
import { ONLY_HTTPS } from './redirection.ts'
import type { Redirection } from './redirection.ts'
import { requestInfoOf } from './request-info.ts'
import type { VisitorLog } from './visitor-log.ts'

/** Headers of every response. */
const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

/**
 * Methods that HTTP servers know. A call answers those that it does not accept itself; any other
 * method gets a 501 (RFC 9110 §9.1).
 */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The longest path that a log line repeats, in characters. */
const LOGGED_PATH = 200

/**
 * What every request passes first. It gets its id, its log line and the headers of every response.
 * It is refused when it uses a host name that is not the device's, and redirected to https while
 * plain http only leads there.
 */
export function entrance(
  { device, log }: Pick<DoorContext, 'device' | 'log'>,
  redirect: Redirection,
  next: RequestListener,
): RequestListener {
  return (request, response) => {
    toOriginForm(request)
    const info = requestInfoOf(request)
    response.setHeader('x-request-id', info.id)
    for (const name in EVERY_ANSWER) {
      response.setHeader(name, EVERY_ANSWER[name as keyof typeof EVERY_ANSWER])
    }
    response.once('close', () => logAnswer(log, request, response))
    // RFC 9112 §3.2
    if ((request.headersDistinct['host']?.length ?? 0) > 1) {
      answerPlainly(response, 400, 'The request could not be read.')
    } else if (!hostAllowed(request.headers.host, device.hostNames)) {
      answerPlainly(response, 421, 'This device has another name.')
    } else if (!METHODS.has(request.method ?? '')) {
      answerPlainly(response, 501, 'Unknown method.')
    } else {
      const location = redirect(request)
      if (location === undefined) next(request, response)
      else answerPlainly(response, 307, ONLY_HTTPS, { location })
    }
  }
}

/** Answers with a status and the short page. */
export function answerPlainly(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, {
      'content-type': PLAIN_PAGE_TYPE,
      'cache-control': 'no-store',
      ...headers,
    })
    .end(plainPage(status, message))
}

function logAnswer(log: VisitorLog, request: IncomingMessage, response: ServerResponse): void {
  const info = requestInfoOf(request)
  const { id, path, started, user, address } = info
  log.about(info).info(
    {
      request: id,
      method: request.method,
      path: path.slice(0, LOGGED_PATH),
      status: response.headersSent ? response.statusCode : undefined,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ...(response.writableFinished ? {} : { cut: true }),
      address,
      ...(user === undefined ? {} : { user }),
    },
    'request',
  )
}

/** `GET http://host/path` means the path at that host, whatever Host says (RFC 9112 §3.2.2). */
function toOriginForm(request: IncomingMessage): void {
  const { url = '/' } = request
  if (url.startsWith('/') || !URL.canParse(url)) return
  const { host, pathname, search } = new URL(url)
  request.headers.host = host
  request.url = pathname + search
}
