import type { Call } from '@lintel/contract/call'
import { PATH_MEMBER } from '@lintel/contract/path'
import type { ServedCall } from './serve.ts'
import type { Endpoint } from './kinds/kind.ts'
import { checkPatterns, decoded, openPattern } from './path-pattern.ts'
import type { PathPattern } from './path-pattern.ts'

/** The endpoints of a path. */
export interface Found {
  endpoints: readonly Endpoint[]
  /** The members of the path, encoded like a query. */
  members: string
}

/** Finds what answers at a path as a client wrote it. */
export type FindEndpoints = (path: string) => Found | undefined

/**
 * The served calls by path, aliases included. Throws at start-up when two calls would answer the
 * same request, which is a programming error.
 *
 * The operation of an action may follow its service's path. Paths with members come last.
 */
export function openCallTable(calls: readonly ServedCall[]): FindEndpoints {
  const byPath = new Map<string, ServedCall[]>()
  for (const served of calls) {
    checkMembers(served.call)
    for (const path of addressesOf(served.call)) {
      byPath.set(path, [...(byPath.get(path) ?? []), served])
    }
  }
  const exact = new Map<string, Found>()
  const services = new Map<string, Found>()
  const patterns: PathPattern[] = []
  for (const [path, here] of byPath) {
    const endpoints = endpointsAt(path, here)
    if (path.includes('{')) patterns.push(openPattern(path, endpoints))
    else exact.set(path, { endpoints, members: '' })
    const actions = endpoints.filter(({ kind }) => kind === 'action')
    if (actions.length > 0) services.set(path, { endpoints: actions, members: '' })
  }
  const serviceAt = (path: string): Found | undefined => {
    const end = path.lastIndexOf('/')
    return end < path.length - 1 ? services.get(path.slice(0, end)) : undefined
  }
  checkPatterns(patterns, (path) => serviceAt(path) !== undefined)

  return (written) => {
    const path = written.includes('%') ? decoded(written) : written
    if (path === undefined) return undefined
    const found = exact.get(path) ?? serviceAt(path)
    if (found) return found
    for (const pattern of patterns) {
      const members = pattern.membersOf(written, path)
      if (members !== undefined) return { endpoints: pattern.endpoints, members }
    }
    return undefined
  }
}

/** The kinds whose handlers get fields of a path. */
const WITH_MEMBERS: ReadonlySet<Call['kind']> = new Set([
  'text',
  'rest',
  'download',
  'upload',
  'stream',
])

/** Throws if a call's members can't reach its handler, or not at each of its addresses. */
function checkMembers(call: Call): void {
  const [first, ...others] = addressesOf(call).map((path) =>
    Array.from(path.matchAll(PATH_MEMBER), ([member]) => member)
      .toSorted((a, b) => a.localeCompare(b))
      .join(''),
  )
  if (others.some((names) => names !== first)) {
    throw new Error(`the paths of ${call.id} have different members`)
  }
  if (first !== '' && !WITH_MEMBERS.has(call.kind)) {
    throw new Error(`${call.id} is a ${call.kind} call, so its path has no members`)
  }
}

function endpointsAt(path: string, here: readonly ServedCall[]): Endpoint[] {
  const allow = Array.from(new Set(here.flatMap(({ call }) => methodsOf(call))))
  const groups = Array.from(new Set(here.map(({ call }) => groupOf(call))))
  const endpoints = groups.flatMap((group): Endpoint[] => {
    const [first, ...others] = here.filter(({ call }) => groupOf(call) === group)
    if (!first) return []
    const calls: Endpoint['calls'] = [first, ...others]
    const fields = calls.map(({ call }) => selectingFieldOf(call))
    return [
      {
        path,
        kind: first.call.kind,
        calls,
        methods: Array.from(new Set(calls.flatMap(({ call }) => methodsOf(call)))),
        selectedBy: fields.filter((field) => field !== undefined),
        isOpen: fields.includes(undefined),
        allow,
      },
    ]
  })
  const selectors = endpoints.flatMap(({ calls }, at) =>
    calls.flatMap(({ call }) => selectorsOf(call).map((selector) => `${at} ${selector}`)),
  )
  // What tells calls of different kinds apart: the method, or a field of the query.
  const places = endpoints.flatMap(({ methods, selectedBy, isOpen }) =>
    methods.flatMap((method) =>
      [...selectedBy, ...(isOpen ? [''] : [])].map((field) => `${method} ${field}`),
    ),
  )
  if ([selectors, places].some((names) => new Set(names).size < names.length)) {
    throw new Error(`calls at ${path} can't be told apart`)
  }
  return endpoints
}

/** The calls of an endpoint; text calls look for the field that selects them in forms as well. */
function groupOf(call: ServedCall['call']): string {
  return call.kind === 'text' ? call.kind : `${call.kind} ${selectingFieldOf(call) ?? ''}`
}

/**
 * The endpoint for a method and a query: the one that is selected by a field that the query has,
 * else the one without such a field. If none has the method, any, to refuse it.
 */
export function endpointFor(
  endpoints: readonly Endpoint[],
  method: string,
  query: string,
): Endpoint | undefined {
  if (endpoints.length < 2) return endpoints[0]
  let fields: URLSearchParams | undefined
  let open: Endpoint | undefined
  let isAble = false
  for (const endpoint of endpoints) {
    if (!endpoint.methods.includes(method)) continue
    isAble = true
    if (endpoint.isOpen) {
      open = endpoint
      continue
    }
    fields ??= new URLSearchParams(query)
    for (const field of endpoint.selectedBy) if (selects(field, fields)) return endpoint
  }
  return isAble ? open : endpoints[0]
}

/**
 * What in the query selects the call: a field, `monitor`, or one with its value, `action=download`.
 */
function selectingFieldOf(call: ServedCall['call']): string | undefined {
  const isFile = call.kind === 'download' || call.kind === 'upload'
  if (isFile && call.action !== undefined) return `action=${call.action}`
  return 'selectedBy' in call ? call.selectedBy : undefined
}

/** Whether the fields have what selects a call. */
function selects(selector: string, fields: URLSearchParams): boolean {
  const [name = '', value] = selector.split('=')
  return value === undefined ? fields.has(name) : fields.get(name) === value
}

/** Every path of a call. */
export const addressesOf = ({ path, publicPath, aliases = [] }: Call): readonly string[] => [
  path,
  ...(publicPath === undefined ? [] : [publicPath]),
  ...aliases,
]

/** What selects the call among those at its path. */
function selectorsOf(call: ServedCall['call']): readonly string[] {
  const field = selectingFieldOf(call)
  if (field !== undefined) return [`${field}=`]
  if (call.kind === 'text') return [call.action ?? '']
  if (call.kind === 'json') return [call.method]
  if (call.kind === 'action') return [call.operation]
  if (call.kind === 'soap') return [`${call.service.namespace} ${call.operation}`]
  if (call.kind === 'upload') return ['POST']
  return call.kind === 'rest' ? call.methods : ['GET']
}

/** The HTTP methods of a call. HEAD has none of a GET's side effects, so a write has no HEAD. */
export function methodsOf(call: ServedCall['call']): readonly string[] {
  if (call.kind === 'json' || call.kind === 'soap' || call.kind === 'upload') return ['POST']
  const methods = knownMethodsOf(call)
  return methods.includes('GET') && call.effect === 'read' ? [...methods, 'HEAD'] : methods
}

function knownMethodsOf(call: ServedCall['call']): readonly string[] {
  if (call.kind === 'action') return ['GET', 'POST']
  return ('methods' in call ? call.methods : undefined) ?? ['GET']
}
