import type { RestCall } from '@lintel/contract/call'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import { readBody } from '../request-body.ts'
import { fieldsOf } from './fields.ts'
import { JSON_TYPE } from './json.ts'
import type { Answer, Kind, Words } from './kind.ts'
import { declaredMethod } from './kind.ts'

/** Plain JSON in and out; faults are HTTP statuses with an `error` member. */
export const restKind: Kind<RestCall> = {
  words: () => restWords,

  async read(place, request, { query }) {
    const method = declaredMethod(request)
    const served = place.calls.find(({ call }) => call.methods.some((known) => known === method))
    const input = method === 'GET' ? fieldsOf(query) : parse(await readBody(request))
    return {
      words: restWords,
      choose() {
        if (!served) throw new TypeError(`no ${method} at ${place.path}`)
        return { served, input, answer }
      },
    }
  },
}

const answer = (data: unknown): Answer => ({
  status: 200,
  type: JSON_TYPE,
  body: JSON.stringify(data),
})

export const restWords: Words = (reason, message) => ({
  status: REFUSALS[reason].status,
  type: JSON_TYPE,
  // What is not there has nothing to say.
  body: JSON.stringify(
    reason === 'absent' ? {} : { error: { code: REFUSALS[reason].newer, message } },
  ),
})

/** A body that is absent stands for an empty object. */
function parse(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed', 'Invalid JSON input')
  }
}
