import type { JsonCall } from '@lintel/contract/call'
import type { JsonCodes, RefusalReason } from '@lintel/contract/fault'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import { readBody } from '../request-body.ts'
import { quoted } from './fields.ts'
import type { Answer, Kind, ErrorEncoder } from './kind.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** What an envelope says about itself, which the answer repeats. */
interface Echo {
  context?: unknown
  method?: string
}

/**
 * The JSON envelope of the CGIs. Errors are answered with 200, except those that HTTP itself has a
 * status for.
 */
export const jsonKind: Kind<JsonCall> = {
  encoderFor: (endpoint) => errorEncoder(endpoint.calls[0].call, {}),

  async read(endpoint, request) {
    const { codes, echoesMethod = true, takesForms = false } = endpoint.calls[0].call
    const envelope = parse(await readBody(request), codes, takesForms)
    const { method, params = {} } = envelope
    const echo: Echo = {
      ...(envelope.context === undefined ? {} : { context: envelope.context }),
      ...(typeof method === 'string' && echoesMethod ? { method } : {}),
    }
    const served = endpoint.calls.find(({ call }) => call.method === method)
    return {
      encodeError: errorEncoder((served ?? endpoint.calls[0]).call, echo),
      resolve() {
        if (method === undefined) throw new Refusal('missing', "Parameter 'method' is missing.")
        if (!served) throw new Refusal('unknownMethod', TEXTS[codes].unknownMethod)
        checkVersion(served.call, envelope.apiVersion)
        if (typeof params !== 'object' || params === null || Array.isArray(params)) {
          throw new Refusal('invalid', `Parameter ${quoted('params')} is not valid.`)
        }
        return { served, input: params, answer: answerOf(served.call, echo) }
      },
    }
  },
}

/** What each family answers to JSON that is none, to unknown methods and to unknown versions. */
const TEXTS: Record<JsonCodes, Record<'malformed' | 'unknownMethod' | 'unknownVersion', string>> = {
  older: {
    malformed: 'Invalid JSON data',
    unknownMethod: 'Method does not exist',
    unknownVersion: 'The specified version is not supported',
  },
  newer: {
    malformed: 'Invalid JSON',
    unknownMethod: 'Method not supported',
    unknownVersion: 'API version not supported',
  },
  firmware: {
    malformed: 'Invalid JSON input',
    unknownMethod: 'Unknown method in request.',
    unknownVersion: 'The requested API version is not supported.',
  },
  discovery: {
    malformed: 'Invalid JSON format.',
    unknownMethod: 'The method is not supported.',
    unknownVersion: 'The requested API version is not supported.',
  },
  ready: {
    malformed: 'Invalid JSON input',
    unknownMethod: 'Method does not exist',
    unknownVersion: 'The requested API version is not supported.',
  },
}

const answerOf =
  ({ answersWith }: JsonCall, echo: Echo) =>
  (data: unknown): Answer => ({
    status: 200,
    type: JSON_TYPE,
    body: JSON.stringify({ apiVersion: answersWith, ...echo, data }),
  })

interface Envelope {
  apiVersion?: unknown
  context?: unknown
  method?: unknown
  params?: unknown
}

function parse(text: string, codes: JsonCodes, takesForms: boolean): Envelope {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Answered like JSON that is not an object.
  }
  const form = new URLSearchParams(takesForms ? text : '')
  if (form.has('method')) return Object.fromEntries(form)
  throw new Refusal('malformed', TEXTS[codes].malformed)
}

/**
 * The requested version must have the same major version as the answer and not be newer. Only the
 * request for the supported versions may come without one.
 */
function checkVersion({ answersWith, codes, method }: JsonCall, requested: unknown): void {
  if (requested === undefined) {
    if (method === 'getSupportedVersions') return
    throw new Refusal('missing', "Parameter 'apiVersion' is missing.")
  }
  const [major, minor] = versionOf(answersWith)
  const [requestedMajor, requestedMinor] = versionOf(typeof requested === 'string' ? requested : '')
  if (requestedMajor !== major || !(requestedMinor <= minor)) {
    throw new Refusal('unknownVersion', TEXTS[codes].unknownVersion)
  }
}

function versionOf(text: string): [major: number, minor: number] {
  const parts = /^(\d{1,3})\.(\d{1,3})$/.exec(text)
  return [Number(parts?.[1] ?? NaN), Number(parts?.[2] ?? NaN)]
}

const AS_HTTP = new Set<RefusalReason>([
  'unauthenticated',
  'forbidden',
  'crossSite',
  'conflict',
  'tooLarge',
  'slowDown',
])

function errorEncoder({ answersWith, codes }: JsonCall, echo: Echo): ErrorEncoder {
  return (reason, message): Answer => ({
    status: AS_HTTP.has(reason) ? REFUSALS[reason].status : 200,
    type: JSON_TYPE,
    body: JSON.stringify({
      apiVersion: answersWith,
      ...echo,
      error: { code: REFUSALS[reason][codes], message },
    }),
  })
}
