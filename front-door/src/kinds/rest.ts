import type { RestCall } from '@lintel/contract/call'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import { readBody } from '../request-body.ts'
import { fieldsOf } from './fields.ts'
import { JSON_TYPE } from './json.ts'
import type { Answer, Kind, ErrorEncoder } from './kind.ts'
import { declaredMethod } from './kind.ts'

/** Plain JSON in and out. Errors are HTTP statuses with an `error` member. */
export const restKind: Kind<RestCall> = {
  encoderFor: () => encodeRestError,

  async read(endpoint, request, { query }) {
    const method = declaredMethod(request)
    const served = endpoint.calls.find(({ call }) => call.methods.some((known) => known === method))
    const input = method === 'GET' ? fieldsOf(query) : parse(await readBody(request))
    return {
      encodeError: encodeRestError,
      resolve() {
        if (!served) throw new TypeError(`no ${method} at ${endpoint.path}`)
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

export const encodeRestError: ErrorEncoder = (reason, message) => ({
  status: REFUSALS[reason].status,
  type: JSON_TYPE,
  // Without a result there is no body.
  body: JSON.stringify(
    reason === 'absent' ? {} : { error: { code: REFUSALS[reason].newer, message } },
  ),
})

/** An absent body counts as an empty object. */
function parse(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed', 'Invalid JSON input')
  }
}
