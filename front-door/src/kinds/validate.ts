import { Refusal } from '@lintel/contract/fault'
import * as v from 'valibot'
import { quoted } from './fields.ts'

/** The request as the call declares it, with defaults; else a `missing` or `invalid` refusal. */
export function validate(schema: v.GenericSchema, input: unknown): unknown {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const [issue] = result.issues
  const name = v.getDotPath(issue)
  if (name === null) throw new Refusal('invalid', 'The parameters are not valid.')
  if (issue.input === undefined) {
    throw new Refusal('missing', `Parameter ${quoted(name)} is missing.`)
  }
  throw new Refusal('invalid', `Parameter ${quoted(name)} is not valid.`)
}
