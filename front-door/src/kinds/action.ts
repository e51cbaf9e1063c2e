import type { ActionCall } from '@lintel/contract/call'
import type { RefusalReason } from '@lintel/contract/fault'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import { readBody } from '../request-body.ts'
import { fieldsOf, quoted } from './fields.ts'
import { JSON_TYPE } from './json.ts'
import type { Answer, Kind, Place, Words } from './kind.ts'

/** A request in whichever of the service's encodings, and how its answer is wrapped. */
interface Envelope {
  operation: string | undefined
  input: unknown
  success(data: unknown): object
  failure(fault: Fault): { status: number; body: object }
}

interface Fault {
  status: number
  sender: boolean
  code: string
  reason: string
  message: string
}

/**
 * The JSON services under `/vapix/`. One address takes five encodings: the operation as the body's
 * only key (with or without a prefix), as the last part of the path, JSON-RPC 2.0, the style with
 * apiVersion and method, and `format=simple` in a query.
 */
export const actionKind: Kind<ActionCall> = {
  words: () => wordsIn(plainEnvelope(undefined, {})),

  async read(place, request, { path, query }) {
    const suffix = operationIn(place, path)
    const envelope =
      request.method === 'POST'
        ? envelopeOf(parse(await readBody(request)), suffix)
        : simpleEnvelope(fieldsOf(query), suffix)
    const name = envelope.operation?.replace(/^[a-z]+:/, '')
    const served = place.calls.find(({ call }) => call.operation === name)
    return {
      words: wordsIn(envelope),
      choose() {
        if (name === undefined) throw new Refusal('malformed', 'No operation')
        if (!served) throw new Refusal('unknownMethod', `Unknown operation ${quoted(name)}.`)
        return {
          served,
          input: envelope.input,
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

/** The operation that stands behind the service's own address: `/vapix/call/GetSIPAccounts`. */
function operationIn(place: Place<ActionCall>, path: string): string | undefined {
  return path.length > place.path.length ? path.slice(place.path.length + 1) : undefined
}

const plainEnvelope = (operation: string | undefined, input: unknown): Envelope => ({
  operation,
  input,
  success: (data) => data as object,
  failure: ({ status, sender, code, reason, message }) => ({
    status,
    body: {
      Fault: sender ? 'env:Sender' : 'env:Receiver',
      FaultCode: code,
      FaultSubCode: null,
      FaultReason: reason,
      FaultMsg: message,
    },
  }),
})

function simpleEnvelope(fields: Record<string, string>, suffix: string | undefined): Envelope {
  const { format: _format, action, ...input } = fields
  return plainEnvelope(suffix ?? action, input)
}

function envelopeOf(body: Record<string, unknown>, suffix: string | undefined): Envelope {
  const { jsonrpc, apiVersion, method, params = {}, id = null, context } = body
  const named = typeof method === 'string' ? method : undefined
  if (jsonrpc === '2.0') {
    return {
      operation: named,
      input: params,
      success: (result) => ({ jsonrpc, result, id }),
      failure: ({ status, message }) => ({
        status,
        body: { jsonrpc, error: { code: -32_600, message }, id },
      }),
    }
  }
  if (apiVersion !== undefined && named !== undefined) {
    const echo = { apiVersion, ...(context === undefined ? {} : { context }) }
    return {
      operation: named,
      input: params,
      success: (data) => ({ ...echo, data }),
      failure: ({ status, message }) => ({
        status,
        body: { ...echo, error: { code: status, message } },
      }),
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
    // Answered like JSON that is no object.
  }
  throw new Refusal('malformed', 'not an object')
}

/** How each reason reads in a Fault; what is not here is the receiver's. */
const FAULTS: Partial<Record<RefusalReason, [code: string, reason: string]>> = {
  malformed: ['ter:TagMismatch', 'Tag mismatch'],
  unknownMethod: ['ter:ActionNotSupported', 'Optional action not implemented'],
  missing: ['ter:InvalidArgVal', 'Argument value invalid'],
  invalid: ['ter:InvalidArgVal', 'Argument value invalid'],
  unauthenticated: ['ter:NotAuthorized', 'Sender not authorized'],
  forbidden: ['ter:NotAuthorized', 'Sender not authorized'],
  crossSite: ['ter:NotAuthorized', 'Sender not authorized'],
}

const wordsIn =
  (envelope: Envelope): Words =>
  (reason, message) => {
    const [code, words] = FAULTS[reason] ?? ['ter:Action', 'Action failed']
    const { status, body } = envelope.failure({
      status: REFUSALS[reason].status,
      sender: FAULTS[reason] !== undefined,
      code,
      reason: words,
      message: reason === 'malformed' ? `JSON parse error: ${message}` : message,
    })
    return { status, type: JSON_TYPE, body: JSON.stringify(body) }
  }
