import * as v from 'valibot'
import { textCall } from '../call.ts'
import { decodeDefinitions, encodeDefinitions } from '../parameter-definitions.ts'
import { commentedError } from '../text.ts'
import { paramCgi } from './parameters.ts'

export const listDefinitions = textCall({
  ...paramCgi,
  id: 'param.listdefinitions',
  action: 'listdefinitions',
  access: 'viewer',
  effect: 'read',
  summary:
    'Says of the parameters of these groups what each may hold, as XML. Each is shown to those who may read it.',
  request: v.object({
    listformat: v.optional(v.literal('xmlschema'), 'xmlschema'),
    group: v.optional(v.string(), ''),
  }),
  format: {
    ...commentedError,
    // A value may hold such words: only an answer that begins with them is one.
    faultIn: (text: string) => (text.startsWith('#') ? commentedError.faultIn(text) : undefined),
    contentType: 'text/xml; charset=iso-8859-1',
    refusalType: commentedError.contentType,
    encode: encodeDefinitions,
    decode: decodeDefinitions,
  },
})
