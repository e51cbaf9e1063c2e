import type { IncomingMessage } from 'node:http'
import { Refusal } from '@lintel/contract/fault'
import { readForm } from '../form-body.ts'
import type { RequestInfo } from '../request-info.ts'

/** A query or form with one value per name. */
export type Fields = Record<string, string>

/**
 * The fields of a query, or of a query and a form together. A name with two different values is
 * refused: the device and an earlier check of the request could otherwise read different ones.
 */
export function fieldsOf(...encoded: string[]): Fields {
  const fields = Object.create(null) as Fields
  for (const text of encoded) {
    if (text === '') continue
    for (const [name, value] of new URLSearchParams(text)) {
      if ((fields[name] ?? value) !== value) {
        throw severalValues(name)
      }
      fields[name] = value
    }
  }
  return fields
}

export const severalValues = (name: string): Refusal =>
  new Refusal('invalid', `Parameter ${quoted(name)} has more than one value.`)

/**
 * The fields of a request: of its path, its query, and the form that anything but a GET carries.
 */
export async function readFields(
  request: IncomingMessage,
  { members, query }: RequestInfo,
): Promise<Fields> {
  if (request.method === 'GET' || request.method === 'HEAD') return fieldsOf(members, query)
  return fieldsOf(members, query, await readForm(request))
}

/** A name from a request as a message may repeat it: some messages are sent as HTML. */
export function quoted(name: string): string {
  return /^[\w.:-]{1,100}$/.test(name) ? `'${name}'` : 'with an unusual name'
}
