import { Refusal } from '@lintel/contract/fault'
import { readFields } from '@lintel/contract/soap/shape'
import type { XmlElement } from '@lintel/contract/xml/element'
import * as v from 'valibot'
import type { ServedCall } from '../serve.ts'
import { quoted } from './fields.ts'
import type { UploadInput } from './upload.ts'

/** The input of a call as it declares it, or a refusal that names what is wrong. */
export function checked(call: ServedCall['call'], input: unknown): unknown {
  if (call.kind === 'soap') {
    return readFields(call.input, call.service.namespace, input as XmlElement, 'refuse')
  }
  if (call.kind !== 'upload') return validate(call.request, input)
  const { fields, ...files } = input as UploadInput
  return { fields: validate(call.request, fields), ...files }
}

/**
 * The request as the schema has it, with defaults; otherwise a refusal: `missing`, `invalid` or,
 * for strict objects, `unknownField`.
 */
export function validate(schema: v.GenericSchema, input: unknown): unknown {
  const result = v.safeParse(schema, input)
  if (result.success) {
    const list = listForObject(input, result.output)
    if (list === undefined) return result.output
    const what = list === '' ? 'The parameters are' : `Parameter ${quoted(list)} is`
    throw new Refusal('invalid', `${what} not valid.`)
  }
  const [issue] = result.issues
  const name = v.getDotPath(issue)
  if (name === null) throw new Refusal('invalid', 'The parameters are not valid.')
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    throw new Refusal('unknownField', `Unhandled field: ${quoted(name)}`)
  }
  if (issue.input === undefined) {
    throw new Refusal('missing', `Parameter ${quoted(name)} is missing.`)
  }
  throw new Refusal('invalid', `Parameter ${quoted(name)} is not valid.`)
}

/**
 * The path of a list in place of an object. Schemas take it for one without members, so where all
 * of them are optional it would be accepted, and reset what is not given.
 */
function listForObject(input: unknown, output: unknown, path = ''): string | undefined {
  if (input === output || !isObject(input) || !isObject(output)) return undefined
  if (Array.isArray(input) && !Array.isArray(output)) return path
  for (const [name, value] of Object.entries(output)) {
    const inside = path === '' ? name : `${path}.${name}`
    const found = listForObject(input[name], value, inside)
    if (found !== undefined) return found
  }
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
