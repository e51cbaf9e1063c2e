import type { IncomingMessage } from 'node:http'
import type { RefusalReason } from '@lintel/contract/fault'
import type { ServedCall } from '../serve.ts'
import type { UsernameToken } from '../soap/ws-security.ts'
import type { RequestInfo } from '../request-info.ts'

/** Calls of one kind that answer at one path. */
export interface Endpoint<C extends ServedCall['call'] = ServedCall['call']> {
  /** As declared, with the names of its members. */
  path: string
  kind: C['kind']
  calls: readonly [ServedCall & { call: C }, ...(ServedCall & { call: C })[]]
  methods: readonly string[]
  /** What in the query selects one of its calls: a field, or `action=` with its value. */
  selectedBy: readonly string[]
  /** Whether one of its calls needs no such field. */
  isOpen: boolean
  /** The methods of all calls at the path, which OPTIONS and a 405 list. */
  allow: readonly string[]
}

export interface Answer {
  status: number
  type: string
  body: string | Uint8Array
}

/** Encodes a refusal in the format of the call. `codes` are the refusal's own. */
export type ErrorEncoder = (
  reason: RefusalReason,
  message: string,
  codes?: readonly string[],
) => Answer

/** The call that a request names, and its input. */
export interface ResolvedCall {
  served: ServedCall
  input: unknown
  /** Encodes the handler's result; absent for files and streams, which are sent as they are. */
  readonly answer?: (result: unknown) => Answer
}

/** A request that has been read. */
export interface ParsedRequest {
  encodeError: ErrorEncoder
  /** The sender's token inside the message; throws a `Refusal` when it can't be read. */
  token?(): UsernameToken | undefined
  /** Throws a `Refusal` when the request does not name a call. */
  resolve(): ResolvedCall
  /** Releases the unread rest of the request, once it has been answered. */
  close?(): void
}

/** How text, JSON envelopes, plain JSON and files differ. */
export interface Kind<C extends ServedCall['call']> {
  /**
   * Whether a request may carry credentials inside its body, so that the body is read before the
   * caller is known.
   */
  credentialsInside?: true
  /** Encodes refusals before the request has been read. */
  encoderFor(endpoint: Endpoint<C>): ErrorEncoder
  read(
    endpoint: Endpoint<C>,
    request: IncomingMessage,
    info: RequestInfo,
  ): Promise<ParsedRequest> | ParsedRequest
}

/** The method as calls declare it: HEAD is a GET without a body. */
export function declaredMethod(request: IncomingMessage): string {
  return request.method === 'HEAD' ? 'GET' : (request.method ?? '')
}
