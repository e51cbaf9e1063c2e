import type { ActionCall } from '@lintel/contract/call'
import type { RefusalReason } from '@lintel/contract/fault'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import { readBody } from '../request-body.ts'
import { fieldsOf, quoted } from './fields.ts'
import { JSON_TYPE } from './json.ts'
import type { Answer, Kind, Endpoint, ErrorEncoder } from './kind.ts'
import { declaredMethod } from './kind.ts'

/** A request in any of the service's encodings, and how to wrap its answer. */
interface Envelope {
  /** With its prefix, as the client wrote it. */
  operation: string | undefined
  input: unknown
  success(data: unknown): object
  failure(fault: Fault): object
}

interface Fault {
  reason: RefusalReason
  message: string
  /** The refusal's own codes: party, code and subcode. */
  codes: readonly string[] | undefined
}

/**
 * The JSON services under `/vapix/`. One path accepts five encodings: the operation as the body's
 * only key (with or without a prefix), as the last part of the path, JSON-RPC 2.0, the style with
 * apiVersion and method, and `format=simple` in a query.
 */
export const actionKind: Kind<ActionCall> = {
  encoderFor: () => encodeFault,

  async read(endpoint, request, { path, query }) {
    const suffix = operationIn(endpoint, path)
    const envelope =
      declaredMethod(request) === 'GET'
        ? simpleEnvelope(fieldsOf(query), suffix)
        : envelopeOf(parse(await readBody(request)), suffix)
    const { operation, input } = envelope
    const served = endpoint.calls.find(({ call }) => namesOf(call).includes(operation))
    return {
      encodeError: errorEncoder(envelope),
      resolve() {
        if (operation === undefined) throw new Refusal('malformed', 'No operation')
        if (!served) throw new Refusal('unknownMethod', `Unknown operation ${quoted(operation)}.`)
        if (Array.isArray(input)) throw new Refusal('invalid', 'The parameters are not valid.')
        return {
          served,
          input,
          answer: (data): Answer => ({
            status: 200,
            type: JSON_TYPE,
            body: JSON.stringify(envelope.success(data)),
          }),
        }
      },
    }
  },
}

const namesOf = ({ operation, prefix }: ActionCall): readonly (string | undefined)[] =>
  prefix === undefined ? [operation] : [operation, `${prefix}:${operation}`]

/** The operation that follows the service's path: `/vapix/call/GetSIPAccounts`. */
function operationIn(endpoint: Endpoint<ActionCall>, path: string): string | undefined {
  // The router has parsed it, so it can be decoded.
  const whole = decodeURIComponent(path)
  return whole.length > endpoint.path.length ? whole.slice(endpoint.path.length + 1) : undefined
}

const plainEnvelope = (operation: string | undefined, input: unknown): Envelope => ({
  operation,
  input,
  success: (data) => data as object,
  failure({ reason, message, codes }) {
    if (codes) {
      const [Fault, FaultCode, FaultSubCode = null] = codes
      return { Fault, FaultCode, FaultSubCode, FaultReason: message, FaultMsg: null }
    }
    const { party, code, subcode = null, title } = FAULTS[reason] ?? FAILED
    const unread = code === TAGS.code
    const where = unread && operation !== undefined ? `${operation} - ` : ''
    return {
      Fault: party,
      FaultCode: code,
      FaultSubCode: subcode,
      FaultReason: title,
      FaultMsg: unread ? `JSON parse error: ${where}${message}` : message,
    }
  },
})

function simpleEnvelope(fields: Record<string, string>, suffix: string | undefined): Envelope {
  const { format: _format, action, ...input } = fields
  return plainEnvelope(suffix ?? action, input)
}

function envelopeOf(body: Record<string, unknown>, suffix: string | undefined): Envelope {
  const { jsonrpc, apiVersion, method, params = {}, id = null, context } = body
  const operation = typeof method === 'string' ? method : undefined
  if (jsonrpc === '2.0') {
    return {
      operation,
      input: params,
      success: (result) => ({ jsonrpc, result, id }),
      failure: ({ reason, message }) => ({
        jsonrpc,
        error: { code: rpcCode(reason), message },
        id,
      }),
    }
  }
  if (apiVersion !== undefined && operation !== undefined) {
    const echo = { apiVersion, ...(context === undefined ? {} : { context }) }
    return {
      operation,
      input: params,
      success: (data) => ({ ...echo, data }),
      failure({ reason, message }) {
        const { code, title } = FAULTS[reason] ?? FAILED
        const detail = { domain: code, reason: title, message, location: operation }
        return { ...echo, error: { code: rpcCode(reason), message, errors: [detail] } }
      },
    }
  }
  if (suffix !== undefined) return plainEnvelope(suffix, body)
  const [first, ...others] = Object.entries(body)
  return others.length > 0 || !first ? plainEnvelope(undefined, {}) : plainEnvelope(...first)
}

function parse(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // Answered like JSON that is not an object.
  }
  throw new Refusal('malformed', 'not an object')
}

interface FaultDescription {
  party: 'env:Sender' | 'env:Receiver'
  code: string
  subcode?: string
  title: string
}

const TAGS: FaultDescription = {
  party: 'env:Sender',
  code: 'ter:TagMismatch',
  title: 'Tag mismatch',
}
const VALUE: FaultDescription = {
  party: 'env:Sender',
  code: 'ter:InvalidArgVal',
  title: 'Argument value invalid',
}
const RIGHTS: FaultDescription = {
  party: 'env:Sender',
  code: 'ter:NotAuthorized',
  title: 'Sender not authorized',
}
const UNSUPPORTED: FaultDescription = {
  party: 'env:Sender',
  code: 'ter:ActionNotSupported',
  title: 'Optional action not implemented',
}
/** For reasons that are not in the table: the device failed. */
const FAILED: FaultDescription = {
  party: 'env:Receiver',
  code: 'ter:Action',
  title: 'Action failed',
}

/** How each reason reads in a Fault. Source: ONVIF Core Specification, "Faults"; device-api.md. */
const FAULTS: Partial<Record<RefusalReason, FaultDescription>> = {
  malformed: TAGS,
  unknownField: TAGS,
  unknownMethod: UNSUPPORTED,
  notPost: UNSUPPORTED,
  missing: VALUE,
  invalid: VALUE,
  tooLarge: VALUE,
  absent: { ...VALUE, subcode: 'ter:NotFound' },
  unauthenticated: RIGHTS,
  forbidden: RIGHTS,
  crossSite: RIGHTS,
  slowDown: RIGHTS,
}

/** Source: JSON-RPC 2.0 §5.1; reasons without a code there get the server's own. */
function rpcCode(reason: RefusalReason): number {
  if (reason === 'malformed') return -32_600
  if (reason === 'unknownMethod') return -32_601
  if (reason === 'internal') return -32_603
  return FAULTS[reason]?.code === VALUE.code || reason === 'unknownField' ? -32_602 : -32_000
}

const errorEncoder =
  (envelope: Envelope): ErrorEncoder =>
  (reason, message, codes) => ({
    // A 404 would mean that there is no such service.
    status: codes || reason === 'absent' ? 400 : REFUSALS[reason].status,
    type: JSON_TYPE,
    body: JSON.stringify(envelope.failure({ reason, message, codes })),
  })

/** A refusal as a Fault by itself. */
export const encodeFault = errorEncoder(plainEnvelope(undefined, {}))
