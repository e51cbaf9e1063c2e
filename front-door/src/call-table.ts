import type { Call } from '@lintel/contract/call'
import type { ServedCall } from './serve.ts'
import type { Place } from './kinds/kind.ts'

/**
 * The served calls by path, aliases included. Throws when two calls would answer the same request:
 * a mistake of the program, found at its start.
 */
export function placesOf(calls: readonly ServedCall[]): Place[] {
  const places = new Map<string, ServedCall[]>()
  for (const served of calls) {
    for (const path of addressesOf(served.call)) {
      places.set(path, [...(places.get(path) ?? []), served])
    }
  }
  return Array.from(places, ([path, here]) => {
    const [first, ...others] = here
    const selectors = here.flatMap(({ call }) => selectorsOf(call))
    if (
      !first ||
      others.some(({ call }) => call.kind !== first.call.kind) ||
      new Set(selectors).size < selectors.length
    ) {
      throw new Error(`calls at ${path} can't be told apart`)
    }
    const allow = Array.from(new Set(here.flatMap(({ call }) => methodsOf(call))))
    return { path, kind: first.call.kind, calls: [first, ...others], allow }
  })
}

/** Every address of a call. */
export const addressesOf = ({ path, publicPath, aliases = [] }: Call): readonly string[] => [
  path,
  ...(publicPath === undefined ? [] : [publicPath]),
  ...aliases,
]

/** What picks the call among those at its path. */
function selectorsOf(call: ServedCall['call']): readonly string[] {
  if (call.kind === 'text') return [call.action ?? '']
  if (call.kind === 'json') return [call.method]
  if (call.kind === 'action') return [call.operation]
  if (call.kind === 'soap') return [`${call.service.namespace} ${call.operation}`]
  return call.kind === 'rest' ? call.methods : ['GET']
}

/** The HTTP methods of a call. HEAD has none of a GET's effects, so a write has no HEAD. */
export function methodsOf(call: ServedCall['call']): readonly string[] {
  if (call.kind === 'json' || call.kind === 'soap') return ['POST']
  const methods = knownMethodsOf(call)
  return methods.includes('GET') && call.effect === 'read' ? [...methods, 'HEAD'] : methods
}

function knownMethodsOf(call: ServedCall['call']): readonly string[] {
  if (call.kind === 'action') return ['GET', 'POST']
  return call.kind === 'text' || call.kind === 'rest' ? call.methods : ['GET']
}
