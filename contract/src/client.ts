import type {
  ActionCall,
  AnswerOf,
  DownloadCall,
  InputOf,
  JsonCall,
  Method,
  RestCall,
  StreamCall,
  TextCall,
} from './call.ts'
import { DeviceFault, isUnknownMethod } from './fault.ts'
import type { FaultKind } from './fault.ts'
import { member } from './member.ts'
import { fillPath } from './path.ts'
import { faultMessageIn, isUnknownOperation } from './service-fault.ts'
import { siteBase } from './site.ts'

/**
 * The header of our own pages: it authorises writes by session cookie and suppresses challenges.
 */
export const CONSOLE_HEADER = 'x-lintel-console'

type Callable = TextCall<never> | JsonCall | RestCall | ActionCall | DownloadCall

export interface CallOptions {
  signal?: AbortSignal
  /** Time limit in milliseconds; the client's by default. */
  timeoutMs?: number
  /** Refuse with `conflict` when the record has another version by now (RFC 9110 §13.1.1). */
  ifMatch?: string
  /**
   * The input contains a secret: post it even where the device accepts a query, which would be
   * logged.
   */
  secret?: boolean
  /** Send it even if the page is closed meanwhile. */
  keepalive?: boolean
  /** Called with the version of the record that was read, if the device sends one. */
  onVersion?: (version: string) => void
}

export interface Client {
  call<C extends { kind: Callable['kind'] }>(
    call: C,
    input: InputOf<C>,
    options?: CallOptions,
  ): Promise<AnswerOf<C>>
  /** Opens an endless response; the caller reads its body and aborts it. */
  open<C extends { kind: StreamCall['kind'] }>(
    call: C,
    input: InputOf<C>,
    signal: AbortSignal,
  ): Promise<Response>
}

/** How to send a request. */
export interface Target {
  url: string
  method: Method
  body?: string
  contentType?: string
}

/** The layer below the calls, for clients that read answers themselves. */
export interface Transport {
  /**
   * Any response but 401, 403, 404 and 412, which are thrown as `DeviceFault`s, as is a lost
   * connection.
   * @param id the call's id, for the fault
   */
  readonly send: (id: string, target: Target, use: CallOptions) => Promise<Response>
}

export interface ClientOptions {
  /** The device's origin; by default the place of the page itself (console specification A §7). */
  base?: string
  fetch?: typeof fetch
  timeoutMs?: number
  headers?: Record<string, string>
  /** Whether the device has calls under their public paths only. */
  publicNames?: () => boolean
}

/**
 * Typed access to a device. Every failure is a `DeviceFault`; the only other exception is the
 * caller's own abort.
 */
export function createClient(options: ClientOptions = {}): Client & Transport {
  const { base = siteBase(), timeoutMs = 20_000, headers = {} } = options
  const doFetch = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))

  const pathOf = (call: { path: string; publicPath?: string }) =>
    (options.publicNames?.() ? call.publicPath : undefined) ?? call.path

  const addressOf = (call: { id: string; path: string; publicPath?: string }, input: object) =>
    fillPath(call.id, pathOf(call), input)

  /** @param limit ends the request after the call's time limit; absent for endless responses */
  async function request(
    id: string,
    target: Target,
    use: CallOptions,
    limit?: AbortSignal,
  ): Promise<Response> {
    const signals = [use.signal, limit].filter((signal) => signal !== undefined)
    const init: RequestInit = {
      method: target.method,
      headers: {
        [CONSOLE_HEADER]: '1',
        ...headers,
        ...(target.contentType ? { 'content-type': target.contentType } : {}),
        ...(use.ifMatch === undefined ? {} : { 'if-match': use.ifMatch }),
      },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any(signals),
    }
    if (use.keepalive) init.keepalive = true
    if (target.body !== undefined) init.body = target.body
    const response = await doFetch(base + target.url, init).catch((cause: unknown) => {
      throw failure(id, cause, use.signal, limit)
    })
    const fault = faultByStatus(id, response.status, () => response.text().catch(() => ''))
    if (fault) throw await fault
    const version = response.headers.get('etag')
    if (version !== null) use.onVersion?.(version)
    return response
  }

  const send: Transport['send'] = (id, target, use) =>
    request(id, target, use, AbortSignal.timeout(use.timeoutMs ?? timeoutMs))

  async function textAnswer(call: TextCall<never>, input: object, use: CallOptions) {
    const { path, rest } = addressOf(call, input)
    const query = queryOf(withAction(call, rest))
    const posted = use.secret === true && call.methods.includes('POST')
    const method = posted ? 'POST' : (call.methods[0] ?? 'GET')
    const target =
      method === 'GET' || call.postsQuery
        ? { url: withQuery(path, query), method }
        : {
            url: path,
            method,
            body: query,
            contentType: 'application/x-www-form-urlencoded',
          }
    const response = await send(call.id, target, use)
    const text = await bodyText(call.id, response, use)
    const refused = call.format.faultIn(text)
    if (refused !== undefined || !response.ok) {
      throw new DeviceFault('refused', call.id, refused ?? readableText(text), {
        status: response.status,
      })
    }
    try {
      return call.format.decode(text)
    } catch (cause) {
      throw new DeviceFault('malformed', call.id, '', { status: response.status, cause })
    }
  }

  async function jsonAnswer(call: JsonCall, input: object, use: CallOptions) {
    const params = Object.keys(input).length > 0 ? { params: input } : {}
    const envelope = { apiVersion: call.apiVersion, context: call.id, method: call.method }
    const target = {
      url: pathOf(call),
      method: 'POST' as const,
      ...(call.takesForms
        ? { body: queryOf(envelope), contentType: 'application/x-www-form-urlencoded' }
        : { body: JSON.stringify({ ...envelope, ...params }), contentType: 'application/json' }),
    }
    const response = await send(call.id, target, use)
    const answer = await jsonBody(call.id, response, use)
    const error = member(answer, 'error')
    // The JSON member is lower-case `error`; a search for "Error" in the text would miss it.
    if (isUnknownMethod(call.codes, member(error, 'code'))) throw unknown(call.id, response)
    if (error !== undefined || !response.ok) throw refusalIn(call.id, error, response.status)
    const data = member(answer, 'data')
    if (typeof data !== 'object' || data === null) {
      throw new DeviceFault('malformed', call.id, '', { status: response.status })
    }
    return data
  }

  async function restAnswer(call: RestCall, input: object, use: CallOptions) {
    const method = call.methods[0] ?? 'GET'
    const { path, rest } = addressOf(call, input)
    const target =
      method === 'POST'
        ? { url: path, method, body: JSON.stringify(rest), contentType: 'application/json' }
        : { url: withQuery(path, queryOf(rest)), method }
    const response = await send(call.id, target, use)
    const answer = await jsonBody(call.id, response, use)
    if (!response.ok) throw refusalIn(call.id, member(answer, 'error'), response.status)
    return answer
  }

  async function actionAnswer(call: ActionCall, input: object, use: CallOptions) {
    const name = call.prefix === undefined ? call.operation : `${call.prefix}:${call.operation}`
    const target = {
      url: pathOf(call),
      method: 'POST' as const,
      body: JSON.stringify({ [name]: input }),
      contentType: 'application/json',
    }
    const response = await send(call.id, target, use)
    const answer = await jsonBody(call.id, response, use)
    if (isUnknownOperation(answer)) throw unknown(call.id, response)
    if (!response.ok) {
      throw new DeviceFault('refused', call.id, faultMessageIn(answer) ?? '', {
        status: response.status,
      })
    }
    return answer
  }

  async function fileAnswer(call: DownloadCall, input: object, use: CallOptions) {
    const { path, rest } = addressOf(call, input)
    const target = { url: withQuery(path, queryOf(withAction(call, rest))), method: 'GET' as const }
    const response = await send(call.id, target, use)
    if (!response.ok) {
      const text = await bodyText(call.id, response, use)
      throw new DeviceFault('refused', call.id, readableText(text), { status: response.status })
    }
    return new Uint8Array(
      await response.arrayBuffer().catch((cause: unknown) => {
        throw failure(call.id, cause, use.signal)
      }),
    )
  }

  function answerOf(call: Callable, input: object, use: CallOptions): Promise<unknown> {
    if (call.kind === 'text') return textAnswer(call, input, use)
    if (call.kind === 'json') return jsonAnswer(call, input, use)
    if (call.kind === 'rest') return restAnswer(call, input, use)
    return call.kind === 'action' ? actionAnswer(call, input, use) : fileAnswer(call, input, use)
  }

  return {
    send,
    async call(declared, input, use = {}) {
      const call = declared as unknown as Callable
      const answer = await answerOf(call, input as object, use)
      // The declaration fixes the type; callers that loop over the device's data check it.
      return answer as AnswerOf<typeof declared>
    },
    async open(declared, input, signal) {
      const call = declared as unknown as StreamCall<never>
      const { path, rest } = addressOf(call, input as object)
      const target = { url: withQuery(path, queryOf(rest)), method: 'GET' } as const
      const response = await request(call.id, target, { signal })
      if (!response.ok) {
        const text = await bodyText(call.id, response, { signal })
        throw new DeviceFault('refused', call.id, readableText(text), { status: response.status })
      }
      return response
    },
  }
}

/** The whole body; one that breaks off is `unreachable`. */
export async function bodyText(id: string, response: Response, use: CallOptions): Promise<string> {
  return response.text().catch((cause: unknown) => {
    throw failure(id, cause, use.signal)
  })
}

async function jsonBody(id: string, response: Response, use: CallOptions): Promise<unknown> {
  const text = await bodyText(id, response, use)
  try {
    return JSON.parse(text)
  } catch (cause) {
    // A sentence in place of JSON is a refusal when it says so (console specification A §7).
    if (!response.ok || text.includes('Error')) {
      throw new DeviceFault('refused', id, readableText(text), { status: response.status })
    }
    throw new DeviceFault('malformed', id, '', { status: response.status, cause })
  }
}

/** The fault for an exception of fetch. The caller's own abort is rethrown. */
function failure(id: string, cause: unknown, own?: AbortSignal, limit?: AbortSignal): unknown {
  if (own?.aborted) return cause
  const slow = limit?.aborted || (cause instanceof Error && cause.name === 'TimeoutError')
  return new DeviceFault(slow ? 'timeout' : 'unreachable', id, '', { cause })
}

const BY_STATUS: Readonly<Record<number, FaultKind>> = {
  401: 'signedOut',
  403: 'forbidden',
  404: 'missing',
  412: 'conflict',
}

/**
 * The fault that a status alone means, for every kind of call; undefined for any other status.
 * @param body reads the response's body
 */
export function faultByStatus(
  id: string,
  status: number,
  body: () => Promise<string>,
): Promise<DeviceFault> | undefined {
  const kind = BY_STATUS[status]
  if (kind === undefined) return undefined
  // The prompt for a password is our own text.
  const read = kind === 'signedOut' ? Promise.resolve('') : body()
  return read.then(
    (text) =>
      new DeviceFault(
        kind === 'missing' && isOwnAnswer(text) ? 'absent' : kind,
        id,
        readableText(text),
        { status },
      ),
  )
}

/** Whether a call has answered a 404 itself: for a path without a call, devices send a page. */
const isOwnAnswer = (text: string): boolean => /^\s*\{|^Error: /.test(text)

/** The device has others of the calls at the path, but not this one. */
const unknown = (id: string, { status }: Response): DeviceFault =>
  new DeviceFault('missing', id, '', { status })

function refusalIn(id: string, error: unknown, status: number): DeviceFault {
  const message = member(error, 'message')
  const code = member(error, 'code')
  return new DeviceFault('refused', id, typeof message === 'string' ? message : '', {
    status,
    code: typeof code === 'number' ? code : undefined,
  })
}

/** The input as a query, without undefined members. */
export function queryOf(input: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.toString()
}

/** The input of a call with the action that selects it at its path. */
export const withAction = ({ action }: { action?: string }, input: object): object =>
  action === undefined ? input : { action, ...input }

export function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`
}

/**
 * The readable part of a refusal in any format: the message of a JSON error, the text after
 * `Error:`, the title of an HTML page, or the text itself.
 */
export function readableText(text: string): string {
  const start = text.trimStart()
  if (start.startsWith('{')) return messageIn(start)
  const reason = /(?:Error|Request failed): ([^\r\n<]*)/.exec(text)?.[1]
  if (reason !== undefined) return reason.trim()
  if (!start.startsWith('<')) return text.trim().slice(0, 300)
  return /<title>([^<]*)<\/title>/i.exec(text)?.[1]?.trim() ?? ''
}

function messageIn(json: string): string {
  try {
    const answer: unknown = JSON.parse(json)
    const message = member(member(answer, 'error'), 'message')
    return typeof message === 'string' ? message : (faultMessageIn(answer) ?? '')
  } catch {
    return ''
  }
}
