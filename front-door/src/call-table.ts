import type { ServedCall } from './serve.ts'
import type { Place } from './kinds/kind.ts'

/**
 * The served calls by path, aliases included. Throws when two calls would answer the same request:
 * a mistake of the program, found at its start.
 */
export function placesOf(calls: readonly ServedCall[]): Place[] {
  const places = new Map<string, ServedCall[]>()
  for (const served of calls) {
    for (const path of [served.call.path, ...(served.call.aliases ?? [])]) {
      places.set(path, [...(places.get(path) ?? []), served])
    }
  }
  return Array.from(places, ([path, here]) => {
    const [first] = here
    const selectors = here.flatMap(({ call }) => selectorsOf(call))
    if (
      !first ||
      here.some(({ call }) => call.kind !== first.call.kind) ||
      new Set(selectors).size < selectors.length
    ) {
      throw new Error(`calls at ${path} can't be told apart`)
    }
    const allow = Array.from(new Set(here.flatMap(({ call }) => methodsOf(call))))
    return { path, kind: first.call.kind, calls: here, allow }
  })
}

/** What picks the call among those at its path. */
function selectorsOf(call: ServedCall['call']): readonly string[] {
  switch (call.kind) {
    case 'text':
      return [call.action ?? '']
    case 'json':
      return [call.method]
    case 'rest':
      return call.methods
    case 'download':
    case 'stream':
      return ['']
  }
}

/** The HTTP methods of a call. HEAD has none of a GET's effects, so a write has no HEAD. */
export function methodsOf(call: ServedCall['call']): readonly string[] {
  switch (call.kind) {
    case 'text':
    case 'rest':
      return call.methods.includes('GET') && call.effect === 'read'
        ? [...call.methods, 'HEAD']
        : call.methods
    case 'json':
      return ['POST']
    case 'download':
    case 'stream':
      return ['GET', 'HEAD']
  }
}
