import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { everyAnswer } from './answer-headers.ts'
import type { AnswerCall } from './dispatch.ts'
import { hostAllowed } from './host-check.ts'
import type { DoorContext } from './door-context.ts'
import { PLAIN_PAGE_TYPE, plainPage } from './plain-page.ts'
import { ONLY_HTTPS } from './redirection.ts'
import type { Redirection } from './redirection.ts'
import { requestInfoOf, retarget } from './request-info.ts'
import type { VisitorLog } from './visitor-log.ts'

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
 * @param answerCall answers it if it is a call, or in a folder of a service
 * @param next answers everything else
 */
export function entrance(
  { device, log }: Pick<DoorContext, 'device' | 'log'>,
  redirect: Redirection,
  answerCall: AnswerCall,
  next: RequestListener,
): RequestListener {
  return (request, response) => {
    toOriginForm(request)
    response.once('close', () => logAnswer(log, request, response))
    // RFC 9112 §3.2
    if (hostsOf(request) > 1) {
      answerPlainly(response, 400, 'The request could not be read.')
    } else if (!hostAllowed(request.headers.host, device.hostNames)) {
      answerPlainly(response, 421, 'This device has another name.')
    } else if (!METHODS.has(request.method ?? '')) {
      answerPlainly(response, 501, 'Unknown method.')
    } else {
      const location = redirect(request)
      if (location !== undefined) {
        answerPlainly(response, 307, ONLY_HTTPS, { location })
      } else if (!answerCall(request, response)) {
        for (const [name, value] of Object.entries(everyAnswer(requestInfoOf(request)))) {
          response.setHeader(name, value)
        }
        next(request, response)
      }
    }
  }
}

/** How often a request names its host. Node keeps the first name only. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

/** Answers with a status and the short page. */
export function answerPlainly(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string | string[]>> = {},
): void {
  response
    .writeHead(status, {
      ...everyAnswer(requestInfoOf(response.req)),
      'content-type': PLAIN_PAGE_TYPE,
      'cache-control': 'no-store',
      ...headers,
    })
    .end(plainPage(status, message))
}

function logAnswer(log: VisitorLog, request: IncomingMessage, response: ServerResponse): void {
  const info = requestInfoOf(request)
  const { id, path, started, user, address, polled, endless } = info
  if (polled && response.writableFinished && response.statusCode < 400) return
  log.about(info).info(
    {
      request: id,
      method: request.method,
      path: path.slice(0, LOGGED_PATH),
      status: response.headersSent ? response.statusCode : undefined,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ...(response.writableFinished || endless ? {} : { cut: true }),
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
  retarget(request, pathname + search)
}
