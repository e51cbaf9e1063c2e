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
    'Describes the values that the parameters of these groups may have, as XML. Callers see the parameters that they may read.',
  request: v.object({
    listformat: v.optional(v.literal('xmlschema'), 'xmlschema'),
    group: v.optional(v.string(), ''),
  }),
  format: {
    ...commentedError,
    // A value may contain such text: only an answer that begins with it is a refusal.
    faultIn: (text: string) => (text.startsWith('#') ? commentedError.faultIn(text) : undefined),
    contentType: 'text/xml; charset=iso-8859-1',
    refusalType: commentedError.contentType,
    encode: encodeDefinitions,
    decode: decodeDefinitions,
  },
})
