import type { TextCall } from '@lintel/contract/call'
import type { TextFormat } from '@lintel/contract/text'
import type { RefusalReason } from '@lintel/contract/fault'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import { quoted, readFields } from './fields.ts'
import type { Answer, Kind, Words } from './kind.ts'

/** Query or form in, text out. Refusals of the call itself answer 200: only the words say so. */
export const textKind: Kind<TextCall> = {
  words: (place) => textWords(place.calls[0].call.format),

  async read(place, request, { query }) {
    const fields = await readFields(request, query)
    const named = place.calls.some(({ call }) => call.action !== undefined)
    const action = fields['action']
    const served = named
      ? place.calls.find(({ call }) => call.action === action)
      : (place.calls.find(({ call }) => call.given !== undefined && call.given in fields) ??
        place.calls.find(({ call }) => call.given === undefined))
    if (named) delete fields['action']
    return {
      words: textWords((served ?? place.calls[0]).call.format),
      choose() {
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
    body: format.encode(result),
  })

/** What is wrong with the request's content; everything else is an HTTP failure too. */
const IN_WORDS_ONLY = new Set<RefusalReason>([
  'malformed',
  'unknownMethod',
  'unknownVersion',
  'unknownField',
  'missing',
  'invalid',
])

/** Refusals in the words of a text format. */
export function textWords(format: TextFormat<unknown>): Words {
  return (reason, message): Answer => ({
    status: IN_WORDS_ONLY.has(reason) && !format.byStatus ? 200 : REFUSALS[reason].status,
    type: format.refusalType ?? format.contentType,
    body: `${format.refuse(message)}\n`,
  })
}
