import type { TextCall } from '@lintel/contract/call'
import type { TextFormat } from '@lintel/contract/text'
import type { RefusalReason } from '@lintel/contract/fault'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import { encodeFault } from './action.ts'
import { quoted, readFields } from './fields.ts'
import type { Answer, Kind, ErrorEncoder } from './kind.ts'

/**
 * Query or form in, text out. Refusals by the call itself are answered with 200, and only the text
 * says so, except where the call's format gives them a status (`byStatus`).
 */
export const textKind: Kind<TextCall> = {
  encoderFor: (endpoint) => encodeTextError(endpoint.calls[0].call.format),

  async read(endpoint, request, info) {
    const fields = await readFields(request, info)
    const named = endpoint.calls.some(({ call }) => call.action !== undefined)
    const action = fields['action']
    const served = named
      ? endpoint.calls.find(({ call }) => call.action === action)
      : (endpoint.calls.find(
          ({ call }) => call.selectedBy !== undefined && call.selectedBy in fields,
        ) ?? endpoint.calls.find(({ call }) => call.selectedBy === undefined))
    if (named) delete fields['action']
    return {
      encodeError: encodeTextError((served ?? endpoint.calls[0]).call.format),
      resolve() {
        if (served) return { served, input: fields, answer: answerInText(served.call.format) }
        if (action === undefined) throw new Refusal('missing', 'action operation type.')
        throw new Refusal('unknownMethod', `malformed action operation, ${quoted(action)}.`)
      },
    }
  },
}

/** The answer of a call in its text format. */
export const answerInText =
  (format: TextFormat<unknown>) =>
  (result: unknown): Answer => ({
    status: 200,
    type: format.contentType,
    body: format.encoded?.(result) ?? format.encode(result),
  })

/** What may be wrong with the content of a request; every other failure is an HTTP failure too. */
const IN_WORDS_ONLY = new Set<RefusalReason>([
  'malformed',
  'unknownMethod',
  'unknownVersion',
  'unknownField',
  'missing',
  'invalid',
])

/** Refusals in a text format. */
export function encodeTextError(format: TextFormat<unknown>): ErrorEncoder {
  const { refuse } = format
  if (!refuse) return encodeFault
  return (reason, message, codes): Answer => ({
    status: IN_WORDS_ONLY.has(reason) && !format.byStatus ? 200 : REFUSALS[reason].status,
    type: format.refusalType ?? format.contentType,
    body: `${refuse(message, codes)}\n`,
  })
}
