/**
 * What can go wrong with a call, defined once for both ends.
 *
 * The device throws a `Refusal`; the front door encodes it in the format of the call's kind (text,
 * JSON, …). The client decodes that into a `DeviceFault`.
 */

/** How a kind of refusal is answered: the HTTP status, and the code in each family of JSON calls. */
type Codes = Record<'status' | JsonCodes, number>

/**
 * The families of JSON calls with codes of their own (device-api.md, "Faults"). Those of firmware
 * management are like HTTP's; `discovery` are the two calls that identify a device, `ready` is
 * `systemready.cgi`.
 */
export type JsonCodes = 'older' | 'newer' | 'firmware' | 'discovery' | 'ready'

/** How a call says that it has no such method; readiness has no code of its own for that. */
const UNKNOWN_METHOD = { older: 4000, newer: 2102, firmware: 405, discovery: 2004 } as const

/** Whether the error code of a JSON call says that the device has the path, but not the method. */
export const isUnknownMethod = (codes: JsonCodes, code: unknown): boolean =>
  codes !== 'ready' && code === UNKNOWN_METHOD[codes]

/** Every reason for a refusal. */
export const REFUSALS = {
  internal: { status: 500, older: 1000, newer: 1100, firmware: 500, discovery: 8000, ready: 9000 },
  malformed: { status: 400, older: 3000, newer: 2101, firmware: 400, discovery: 4000, ready: 1000 },
  notPost: { status: 405, older: 2000, newer: 2200, firmware: 405, discovery: 2002, ready: 1000 },
  /** A setting has switched it off. */
  disabled: { status: 405, older: 1000, newer: 1100, firmware: 405, discovery: 8000, ready: 9000 },
  tooLarge: { status: 413, older: 2001, newer: 2107, firmware: 413, discovery: 1000, ready: 1000 },
  unknownMethod: { status: 400, ...UNKNOWN_METHOD, ready: 1000 },
  unknownVersion: {
    status: 400,
    older: 4001,
    newer: 2100,
    firmware: 417,
    discovery: 2003,
    ready: 1000,
  },
  /** A member that the request does not have, where that is an error. */
  unknownField: {
    status: 400,
    older: 4004,
    newer: 2104,
    firmware: 400,
    discovery: 1000,
    ready: 1000,
  },
  missing: { status: 400, older: 4003, newer: 2103, firmware: 400, discovery: 4002, ready: 1000 },
  invalid: { status: 400, older: 4004, newer: 2104, firmware: 400, discovery: 1000, ready: 1000 },
  unauthenticated: {
    status: 401,
    older: 4002,
    newer: 2106,
    firmware: 401,
    discovery: 2001,
    ready: 1000,
  },
  forbidden: { status: 403, older: 4002, newer: 2105, firmware: 403, discovery: 2001, ready: 1000 },
  crossSite: { status: 403, older: 4002, newer: 2105, firmware: 403, discovery: 2001, ready: 1000 },
  /** There is no such record, although the call exists. */
  absent: { status: 404, older: 4004, newer: 2104, firmware: 404, discovery: 1000, ready: 1000 },
  /** It is already doing that. */
  busy: { status: 409, older: 1000, newer: 2201, firmware: 423, discovery: 8000, ready: 9000 },
  conflict: { status: 412, older: 1000, newer: 1100, firmware: 412, discovery: 8000, ready: 9000 },
  slowDown: { status: 429, older: 1000, newer: 1100, firmware: 500, discovery: 8000, ready: 9000 },
  tooMany: { status: 503, older: 1000, newer: 1100, firmware: 500, discovery: 8000, ready: 9000 },
  storage: { status: 507, older: 1000, newer: 1100, firmware: 500, discovery: 8000, ready: 9000 },
} as const satisfies Record<string, Codes>

export type RefusalReason = keyof typeof REFUSALS

/** Thrown by a device's service: the call is refused and nothing was changed. */
export class Refusal extends Error {
  readonly reason: RefusalReason
  /**
   * The codes of a Fault in place of the reason's, from the outermost in: `Sender`, `ter:…` in SOAP,
   * party, code and subcode in JSON; or the error code of an answer in XML.
   */
  readonly codes: readonly string[] | undefined
  constructor(reason: RefusalReason, message: string, codes?: readonly string[]) {
    super(message)
    this.name = 'Refusal'
    this.reason = reason
    this.codes = codes
  }
}

/**
 * How a call failed, as the client sees it:
 * - `unreachable`: no response, or one that was cut off;
 * - `timeout`: no response within the call's time limit;
 * - `signedOut`: 401, the session has ended;
 * - `forbidden`: 403;
 * - `conflict`: 412, somebody else changed the record;
 * - `missing`: this firmware has no such call: 404, or the path's other calls say so;
 * - `absent`: 404 in the call's own words, there is no such record;
 * - `refused`: the device answered with a refusal;
 * - `malformed`: the response is not what the call declares.
 */
export type FaultKind =
  | 'unreachable'
  | 'timeout'
  | 'signedOut'
  | 'forbidden'
  | 'conflict'
  | 'missing'
  | 'absent'
  | 'refused'
  | 'malformed'

/** No response came, so the device may or may not have carried out the call. */
export const isLost = (fault: unknown): boolean =>
  fault instanceof DeviceFault && (fault.kind === 'unreachable' || fault.kind === 'timeout')

/** Whether this firmware has no such call, so that trying again doesn't help. */
export const isMissing = (fault: unknown): boolean =>
  fault instanceof DeviceFault && fault.kind === 'missing'

/** Whether the device has no such record, or no such call. */
export const isNotFound = (fault: unknown): boolean =>
  fault instanceof DeviceFault && (fault.kind === 'absent' || fault.kind === 'missing')

/** A failed call. `message` is the device's own text, to be shown as text and never as markup. */
export class DeviceFault extends Error {
  readonly kind: FaultKind
  readonly call: string
  readonly status: number | undefined
  readonly code: number | undefined
  constructor(
    kind: FaultKind,
    call: string,
    message: string,
    detail: { status?: number | undefined; code?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause })
    this.name = 'DeviceFault'
    this.kind = kind
    this.call = call
    this.status = detail.status
    this.code = detail.code
  }
}
