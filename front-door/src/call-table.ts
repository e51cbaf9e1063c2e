import type { Call } from '@lintel/contract/call'
import type { ServedCall } from './serve.ts'
import type { Endpoint } from './kinds/kind.ts'

/**
 * The served calls by path, aliases included, and by kind within a path. Throws at start-up when
 * two calls would answer the same request, which is a programming error.
 */
export function endpointsOf(calls: readonly ServedCall[]): Map<string, Endpoint[]> {
  const byPath = new Map<string, ServedCall[]>()
  for (const served of calls) {
    for (const path of addressesOf(served.call)) {
      byPath.set(path, [...(byPath.get(path) ?? []), served])
    }
  }
  return new Map(Array.from(byPath, ([path, here]) => [path, endpointsAt(path, here)]))
}

function endpointsAt(path: string, here: readonly ServedCall[]): Endpoint[] {
  const selectors = here.flatMap(({ call }) => selectorsOf(call))
  const kinds = Array.from(new Set(here.map(({ call }) => call.kind)))
  const endpoints = kinds.map((kind) => here.filter(({ call }) => call.kind === kind))
  // A field of the query tells calls of different kinds at one path apart.
  const open = endpoints.filter((endpoint) =>
    endpoint.some(({ call }) => selectingFieldOf(call) === undefined),
  )
  if (open.length > 1 || new Set(selectors).size < selectors.length) {
    throw new Error(`calls at ${path} can't be told apart`)
  }
  const allow = Array.from(new Set(here.flatMap(({ call }) => methodsOf(call))))
  return endpoints.flatMap(([first, ...others]) =>
    first ? [{ path, kind: first.call.kind, calls: [first, ...others], allow }] : [],
  )
}

/**
 * The endpoint for a query: the one whose call is selected by a field that the query has, else the
 * one without such a field.
 */
export function endpointFor(endpoints: readonly Endpoint[], query: string): Endpoint | undefined {
  if (endpoints.length < 2) return endpoints[0]
  const fields = new URLSearchParams(query)
  const named = endpoints.find(({ calls }) =>
    calls.every(({ call }) => has(fields, selectingFieldOf(call))),
  )
  return (
    named ??
    endpoints.find(({ calls }) => calls.some(({ call }) => selectingFieldOf(call) === undefined))
  )
}

const has = (fields: URLSearchParams, name: string | undefined): boolean =>
  name !== undefined && fields.has(name)

/** The field whose presence selects the call. */
function selectingFieldOf(call: ServedCall['call']): string | undefined {
  return call.kind === 'text' || call.kind === 'stream' ? call.selectedBy : undefined
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
