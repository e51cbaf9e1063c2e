import type { GetParameter, ParameterName, ParameterPrefix } from '@lintel/contract/parameters/all'

/**
 * Refuses an update as a whole by throwing a `Refusal`. @param changed the names in the update
 */
export type Guard = (get: GetParameter, changed: readonly ParameterName[]) => void

/** A changed text, for people: stars stand for secrets. Empty where there is no such parameter. */
export interface ParameterChange {
  name: string
  before: string
  now: string
}

/** Called once after the commit, with the changed names below its prefixes, and what has changed. */
export type Listener = (changed: ParameterName[], changes: readonly ParameterChange[]) => void

/** Subscribers to changes of parameters, and guards that may refuse them. */
export interface ParameterListeners {
  subscribe(prefixes: ParameterPrefix | readonly ParameterPrefix[], fn: Listener): () => void
  notify(changes: readonly ParameterChange[]): void
  guard(prefixes: readonly ParameterPrefix[], check: Guard): void
  /**
   * Runs the guards of these names. @param get reads the values as the update would leave them
   */
  check(names: readonly string[], get: GetParameter): void
}

const isUnder = (prefixes: readonly string[], name: string): boolean =>
  prefixes.some((prefix) => name === prefix || name.startsWith(`${prefix}.`))

export function openListeners(): ParameterListeners {
  const listeners = new Set<{ prefixes: readonly string[]; fn: Listener }>()
  const guards: { prefixes: readonly string[]; check: Guard }[] = []

  return {
    subscribe(prefixes, fn) {
      const listener = { prefixes: [prefixes].flat(), fn }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify(changes) {
      if (changes.length === 0) return
      for (const { prefixes, fn } of Array.from(listeners)) {
        const below = changes.filter(({ name }) => isUnder(prefixes, name))
        if (below.length > 0)
          fn(
            below.map(({ name }) => name as ParameterName),
            below,
          )
      }
    },
    guard(prefixes, check) {
      guards.push({ prefixes, check })
    },
    check(names, get) {
      for (const { prefixes, check } of guards) {
        if (!names.some((name) => isUnder(prefixes, name))) continue
        check(get, names as ParameterName[])
      }
    },
  }
}
