import type { GetParameter, ParameterName, ParameterPrefix } from '@lintel/contract/parameters/all'

/** Refuses, by throwing a `Refusal`, all of what somebody wants to set. @param changed the names of that */
export type Guard = (get: GetParameter, changed: readonly ParameterName[]) => void

/** Told the changed names under its prefix, after the commit. */
export type Listener = (changed: ParameterName[]) => void

/** Who follows changes of parameters, and who may refuse them. */
export interface ParameterListeners {
  subscribe(prefix: ParameterPrefix, fn: Listener): () => void
  tell(changed: readonly string[]): void
  guard(prefixes: readonly ParameterPrefix[], check: Guard): void
  /** Asks the guards of these names. @param get the values as they would be */
  check(names: readonly string[], get: GetParameter): void
}

const isUnder = (prefix: string, name: string): boolean =>
  name === prefix || name.startsWith(`${prefix}.`)

export function openListeners(): ParameterListeners {
  const listeners = new Set<{ prefix: string; fn: Listener }>()
  const guards: { prefixes: readonly string[]; check: Guard }[] = []

  return {
    subscribe(prefix, fn) {
      const listener = { prefix, fn }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell(changed) {
      if (changed.length === 0) return
      for (const { prefix, fn } of Array.from(listeners)) {
        const names = changed.filter((name) => isUnder(prefix, name))
        if (names.length > 0) fn(names as ParameterName[])
      }
    },
    guard(prefixes, check) {
      guards.push({ prefixes, check })
    },
    check(names, get) {
      for (const { prefixes, check } of guards) {
        if (!names.some((name) => prefixes.some((prefix) => isUnder(prefix, name)))) continue
        check(get, names as ParameterName[])
      }
    },
  }
}
