import * as v from 'valibot'
import { restCall } from '../call.ts'

const origin = { source: 'A §7 I/O', proof: 'own design', methods: ['GET'] } as const

/** Status 0 is success; `Message` is the requested value, or a sentence. */
const answer = v.object({ Status: v.number(), Message: v.string() })

/** Values that consoles store on the device, such as `System.ShowOutputButton0` in `ACA`. */
const note = { group: v.string(), key: v.string() }

export const setClientNote = restCall({
  ...origin,
  id: 'clientnotes.set',
  path: '/axis-cgi/clientnotes/set.cgi',
  access: 'operator',
  effect: 'write',
  summary: 'Stores a value for clients under a group and a key; an empty value removes it.',
  request: v.object({ ...note, value: v.string() }),
  data: answer,
})

export const getClientNote = restCall({
  ...origin,
  id: 'clientnotes.getvalue',
  path: '/axis-cgi/clientnotes/getvalue.cgi',
  access: 'viewer',
  effect: 'read',
  summary: 'Returns a stored value; status 1 if there is none.',
  request: v.object(note),
  data: answer,
})
