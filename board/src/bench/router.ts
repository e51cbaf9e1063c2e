import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RestCall } from '@lintel/contract/call'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import type { RequestContext, ServedCall } from '@lintel/front-door/serve'
import * as v from 'valibot'
import { targetOf } from './target.ts'

/** Size limit of a request in bytes; most of the bench's have a few hundred. */
const LARGEST = 64 * 1024

/** Answers a request to a call, and returns whether there is a call at that path. */
export type Router = (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<boolean>

/**
 * Serves plain JSON calls: the query of a GET or the JSON body of a POST in, JSON out.
 * @param limits size limits of larger requests in bytes, by path
 */
export function createRouter(
  served: readonly ServedCall[],
  limits: Readonly<Record<string, number>> = {},
): Router {
  const byPath = new Map(served.map((one) => [one.call.path, one]))
  return async (path, request, response) => {
    const one = byPath.get(path)
    if (!one) return false
    try {
      sendJson(response, 200, await answer(one, request, response, limits[path]))
    } catch (error) {
      sendRefusal(response, error)
    }
    return true
  }
}

async function answer(
  { call, handler }: ServedCall,
  request: IncomingMessage,
  response: ServerResponse,
  limit: number | undefined,
): Promise<unknown> {
  const { methods, request: schema } = call as RestCall
  if (!methods.some((method) => method === request.method)) {
    throw new Refusal('notPost', `This call takes ${methods.join(' or ')}.`)
  }
  const input =
    request.method === 'GET'
      ? Object.fromEntries(targetOf(request).query)
      : await bodyOf(request, limit)
  const parsed = v.safeParse(schema, input)
  if (!parsed.success) throw new Refusal('invalid', messageOf(parsed.issues))
  return handler(parsed.output as never, contextOf(request, response))
}

/** The bench has no accounts, its records have no versions, and it has all of its calls. */
function contextOf(request: IncomingMessage, response: ServerResponse): RequestContext {
  const gone = new AbortController()
  // The request closes as soon as its body has been read, the response when the client is gone.
  response.once('close', () => {
    gone.abort()
  })
  return {
    user: undefined,
    query: '',
    oldConnection: false,
    groups: [],
    address: request.socket.remoteAddress ?? '',
    origin: `http://${request.headers.host ?? ''}`,
    signal: gone.signal,
    signIn: () => {},
    version: () => {},
    has: () => true,
    mustMatch: () => {},
  }
}

async function bodyOf(request: IncomingMessage, limit = LARGEST): Promise<unknown> {
  // A foreign page can't send this type without a preflight request, which is not answered.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Refusal('malformed', 'The body has to be application/json.')
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new Refusal('tooLarge', 'The body is too large.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
  } catch {
    throw new Refusal('malformed', 'The body is not JSON.')
  }
}

/** The invalid field, and why. */
function messageOf([issue]: [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const field = v.getDotPath(issue)
  return field === null ? issue.message : `${field}: ${issue.message}`
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  // The client may have disconnected while the call ran.
  if (response.destroyed || response.headersSent) return
  const body = JSON.stringify(value)
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
    })
    .end(body)
}

/**
 * Answers with the reason as `{error: {code, message}}`; anything but a refusal is an error of the
 * board itself.
 */
export function sendRefusal(response: ServerResponse, error: unknown): void {
  const reason = error instanceof Refusal ? error.reason : 'internal'
  const message = error instanceof Error ? error.message : String(error)
  const { status, newer } = REFUSALS[reason]
  sendJson(response, status, { error: { code: newer, message } })
}
