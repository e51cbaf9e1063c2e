import * as v from 'valibot'
import { textCall } from '../call.ts'
import type { ParameterName } from '../parameters/all.ts'
import { commentedError, commentedFailure, decodeLines, okText } from '../text.ts'

/**
 * Full names (`root.Network.HostName`) and texts, in the device's order. A list may hold any name;
 * only those that the contract declares can be asked for.
 */
export interface ParameterValues extends Map<string, string> {
  get(name: ParameterName): string | undefined
  has(name: ParameterName): boolean
}

/** A list answer: the values found, and the groups that were asked for and do not exist. */
export interface ParameterList {
  values: ParameterValues
  missing: string[]
}

const MISSING = (group: string) => `# Error: Error -1 getting param in group '${group}'\n`

function encodeList({ values, missing }: ParameterList): string {
  let text = ''
  for (const [name, value] of values) text += `${name}=${value}\n`
  return text + missing.map(MISSING).join('')
}

/** Newer firmware leaves `root.` out of the names when the question did: both are read. */
function decodeList(text: string): ParameterList {
  const values: ParameterValues = new Map()
  for (const [name, value] of decodeLines(text)) {
    values.set(name.startsWith('root.') ? name : `root.${name}`, value)
  }
  const missing = Array.from(text.matchAll(/in group '([^']*)'/g), (match) => match[1] ?? '')
  return { values, missing }
}

/** Where all calls about parameters are, and how that is known. */
export const paramCgi = {
  path: '/axis-cgi/param.cgi',
  aliases: [
    '/axis-cgi/admin/param.cgi',
    '/axis-cgi/operator/param.cgi',
    '/axis-cgi/viewer/param.cgi',
    '/axis-cgi/view/param.cgi',
  ],
  methods: ['GET', 'POST'],
  source: 'A §7 Parameters',
  proof: 'fixture',
} as const

export const listParameters = textCall({
  ...paramCgi,
  id: 'param.list',
  action: 'list',
  access: 'viewer',
  effect: 'read',
  summary:
    'Lists parameters by comma-separated groups or names, all without. Each answers to those who may read it.',
  request: v.object({ group: v.optional(v.string(), '') }),
  format: {
    ...commentedError,
    // A missing group is a comment among the other groups' lines, not a failed call.
    faultIn: (text: string) => (text.includes('=') ? undefined : commentedError.faultIn(text)),
    encode: encodeList,
    decode: decodeList,
  },
})

/** All or nothing: a value that is refused leaves every parameter as it was. */
export const updateParameters = textCall({
  ...paramCgi,
  id: 'param.update',
  action: 'update',
  access: 'viewer',
  effect: 'write',
  summary: 'Sets parameters, all or none. Each may be set by those who may write it.',
  request: v.record(v.string(), v.string()),
  format: {
    ...commentedError,
    ...okText,
    // Whatever holds the word is a failure (A §7).
    faultIn: (text: string) => /Error(?:: *)?([^\r\n<]*)/.exec(text)?.[1]?.trim(),
  },
})

/** What is left out of the group's values has its factory value; a name is `Group.prefix.Name`. */
export const addParameterGroup = textCall({
  ...paramCgi,
  id: 'param.add',
  action: 'add',
  access: 'operator',
  effect: 'write',
  summary:
    'Adds a member to a group that can grow, such as a stream profile: `template` says what, `group` where. Values go by `StreamProfile.S.Name=…`. Answers its name, `S4 OK`.',
  request: v.objectWithRest({ template: v.string(), group: v.string() }, v.string()),
  format: {
    ...commentedFailure,
    encode: (name: string) => `${name} OK\n`,
    decode: (text: string) => {
      const name = /^(\S+) OK\s*$/.exec(text)?.[1]
      if (name === undefined) throw new SyntaxError('no name of a member')
      return name
    },
  },
})

export const removeParameterGroup = textCall({
  ...paramCgi,
  id: 'param.remove',
  action: 'remove',
  access: 'operator',
  effect: 'write',
  summary: 'Removes members that were added, all of the comma-separated ones or none.',
  request: v.object({ group: v.string() }),
  format: { ...commentedFailure, ...okText },
})
