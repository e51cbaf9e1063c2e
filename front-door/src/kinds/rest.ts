import type { RestCall } from '@lintel/contract/call'
import { REFUSALS, Refusal } from '@lintel/contract/fault'
import { member } from '@lintel/contract/member'
import { readBody } from '../request-body.ts'
import { fieldsOf, severalValues } from './fields.ts'
import type { Fields } from './fields.ts'
import { JSON_TYPE } from './json.ts'
import type { Answer, Kind, ErrorEncoder } from './kind.ts'
import { declaredMethod } from './kind.ts'

/**
 * Plain JSON in and out: the query of a GET or DELETE, the JSON of a POST or DELETE. Errors are HTTP
 * statuses with an `error` member.
 */
export const restKind: Kind<RestCall> = {
  encoderFor: () => encodeRestError,

  async read(endpoint, request, { members, query }) {
    const method = declaredMethod(request)
    const served = endpoint.calls.find(({ call }) => call.methods.some((known) => known === method))
    const fields = method === 'POST' ? fieldsOf(members) : fieldsOf(members, query)
    const input = method === 'GET' ? fields : joined(fields, parse(await readBody(request)))
    return {
      encodeError: encodeRestError,
      resolve() {
        if (!served) throw new TypeError(`no ${method} at ${endpoint.path}`)
        return { served, input, answer }
      },
    }
  },
}

/** A body with the fields of path and query, which no member may contradict. */
function joined(fields: Fields, body: unknown): unknown {
  const names = Object.keys(fields)
  if (names.length === 0) return body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal('invalid', 'The parameters are not valid.')
  }
  for (const name of names) {
    const value = member(body, name)
    if (value !== undefined && value !== fields[name]) throw severalValues(name)
  }
  return { ...body, ...fields }
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
