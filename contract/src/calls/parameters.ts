import * as v from 'valibot'
import { textCall } from '../call.ts'
import type { ParameterName, ParameterPrefix } from '../parameters/all.ts'
import { fullName } from '../parameters/full-name.ts'
import { commentedError, commentedFailure, decodeLines, okText } from '../text.ts'

/**
 * Full names (`root.Network.HostName`) and texts, in the device's order. A list may hold any name;
 * only those that the contract declares can be read from it.
 */
export interface ParameterValues extends Map<string, string> {
  get(name: ParameterName): string | undefined
  has(name: ParameterName): boolean
}

/** A requested group or parameter that does not exist. */
export interface MissingGroup {
  /** As it was requested. */
  group: string
  /** How many values the list has before it. */
  after: number
}

/** The answer to a list request, in the order of the request: what was found and what was not. */
export interface ParameterList {
  values: ParameterValues
  missing: readonly MissingGroup[]
  /** The list as it is sent, from a device that keeps it. */
  encoded?: Uint8Array
}

const MISSING = (group: string) => `# Error: Error -1 getting param in group '${group}'\n`

function encodeList({ values, missing }: ParameterList): string {
  let text = ''
  let listed = 0
  const left = [...missing]
  const putMissing = () => {
    while (left[0] && left[0].after <= listed) text += MISSING(left.shift()?.group ?? '')
  }
  for (const [name, value] of values) {
    putMissing()
    text += `${name}=${value}\n`
    listed += 1
  }
  putMissing()
  return text
}

/** Newer firmware omits `root.` from a name when the request did; both are accepted. */
function decodeList(text: string): ParameterList {
  const values: ParameterValues = new Map()
  for (const [name, value] of decodeLines(text)) values.set(fullName(name), value)
  const missing = Array.from(text.matchAll(/in group '([^']*)'/g), ({ 1: group = '', index }) => ({
    group,
    after: decodeLines(text.slice(0, index)).size,
  }))
  return { values, missing }
}

/** The request for a list of these groups and parameters. */
export const inGroups = (...groups: readonly ParameterPrefix[]) => ({ group: groups.join(',') })

/** The path of all parameter calls, and what proves them. */
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
    'Lists parameters by comma-separated groups or names, all by default. Callers see the parameters that they may read.',
  request: v.object({ group: v.optional(v.string(), '') }),
  format: {
    ...commentedError,
    // A missing group is a comment among the other groups' lines, not a failed call.
    faultIn: (text: string) => (text.includes('=') ? undefined : commentedError.faultIn(text)),
    encode: encodeList,
    encoded: ({ encoded }) => encoded,
    decode: decodeList,
  },
})

/** All or nothing: a refused value leaves every parameter unchanged. */
export const updateParameters = textCall({
  ...paramCgi,
  id: 'param.update',
  action: 'update',
  access: 'viewer',
  effect: 'write',
  summary: 'Sets parameters, all or none. Callers may set the parameters that they may write.',
  request: v.record(v.string(), v.string()),
  format: {
    ...commentedError,
    ...okText,
    // An answer that contains the word is a failure (A §7).
    faultIn: (text: string) => /Error(?:: *)?([^\r\n<]*)/.exec(text)?.[1]?.trim(),
  },
})

/** Omitted values of the group get their factory values. Names are `Group.prefix.Name`. */
export const addParameterGroup = textCall({
  ...paramCgi,
  id: 'param.add',
  action: 'add',
  access: 'operator',
  effect: 'write',
  summary:
    'Adds a member to a dynamic group, such as a stream profile: `template` names its kind, `group` its place. Values are given as `StreamProfile.S.Name=…`. Answers with its name, `S4 OK`.',
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
  summary: 'Removes added members, all of the comma-separated ones or none.',
  request: v.object({ group: v.string() }),
  format: { ...commentedFailure, ...okText },
})
