import type { IncomingMessage } from 'node:http'
import type { RefusalReason } from '@lintel/contract/fault'
import type { ServedCall } from '../serve.ts'
import type { UsernameToken } from '../soap/ws-security.ts'
import type { RequestInfo } from '../request-info.ts'

/** A path with the calls that answer there; all of one kind. */
export interface Endpoint<C extends ServedCall['call'] = ServedCall['call']> {
  path: string
  kind: C['kind']
  calls: readonly [ServedCall & { call: C }, ...(ServedCall & { call: C })[]]
  /** What OPTIONS and a 405 name. */
  allow: readonly string[]
}

export interface Answer {
  status: number
  type: string
  body: string | Uint8Array
  /** Content-Disposition (RFC 6266). */
  disposition?: string
}

/** How a refusal reads in the kind of call that was made. `codes`: those of the refusal itself. */
export type ErrorEncoder = (
  reason: RefusalReason,
  message: string,
  codes?: readonly string[],
) => Answer

/** The call that a request names, and what it is given. */
export interface ResolvedCall {
  served: ServedCall
  input: unknown
  /** Writes what the handler gave. Streams are written as they come instead. */
  readonly answer: (result: unknown) => Answer
}

/** A request that was read. */
export interface ParsedRequest {
  encodeError: ErrorEncoder
  /** What the message itself holds of who sends it; throws a `Refusal` when that can't be read. */
  token?(): UsernameToken | undefined
  /** Throws a `Refusal` when the request names no call. */
  resolve(): ResolvedCall
  /** Lets go of what was not read of the request, once it is answered. */
  close?(): void
}

/** What differs between text, JSON envelopes, plain JSON and files. */
export interface Kind<C extends ServedCall['call']> {
  /** Whether a request may say inside who sends it, so that it is read from anybody. */
  credentialsInside?: true
  /** For refusals before the request was read. */
  encoderFor(endpoint: Endpoint<C>): ErrorEncoder
  read(
    endpoint: Endpoint<C>,
    request: IncomingMessage,
    info: RequestInfo,
  ): Promise<ParsedRequest> | ParsedRequest
}

/** The method as calls declare it: HEAD is a GET whose body stays away. */
export function declaredMethod(request: IncomingMessage): string {
  return request.method === 'HEAD' ? 'GET' : (request.method ?? '')
}
