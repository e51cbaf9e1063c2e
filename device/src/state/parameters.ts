import { mayCall } from '@lintel/contract/access'
import type { ParameterList } from '@lintel/contract/calls/parameters'
import { Refusal } from '@lintel/contract/fault'
import type { Database } from './database.ts'
import { fits } from './definition.ts'
import type { Definition, Facts } from './definition.ts'
import { selectorOf } from './selector.ts'

/** The tree of `root.*` parameters. Names are full (`root.Network.HostName`) everywhere inside. */
export interface Parameters {
  /** The value of a parameter, computed or stored. An unknown name is a programming error and throws. */
  get(name: string): string
  /**
   * The parameters of the groups (names, groups, `*` for one part; with or without `root.`; none:
   * all) that the caller's account groups may read, in the device's order. Secrets read as stars.
   */
  list(groups: readonly string[], caller: readonly string[]): ParameterList
  /** Sets all or none, durably. Throws `Refusal`: unknown, computed, not the caller's, a bad value, storage. */
  update(values: Readonly<Record<string, string>>, caller: readonly string[]): void
  /** As `update`, for the device's own services: writes what no caller may write, never what is computed. */
  set(values: Readonly<Record<string, string>>): void
  /** Told the changed names under the prefix (`root.Network`), after the commit. */
  subscribe(prefix: string, fn: (changed: string[]) => void): () => void
}

/** What a secret reads as. */
const STARS = '******'

/** Opens the tree of a product; what was set before stands in the database. */
export function openParameters(
  database: Database,
  definitions: readonly Definition[],
  given: Omit<Facts, 'get'>,
): Parameters {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const stored = new Map<string, string>()
  const listeners = new Set<{ prefix: string; fn: (changed: string[]) => void }>()
  const facts: Facts = { ...given, get }

  function valueOf({ name, value }: Definition): string {
    if ('live' in value) return value.live(facts)
    return stored.get(name) ?? value.factory(given.serial)
  }

  function get(name: string): string {
    const definition = byName.get(name)
    if (!definition) throw new Error(`no parameter ${name}`)
    return valueOf(definition)
  }

  /** What was set, without what this software does not know or no longer takes. */
  function load(): void {
    stored.clear()
    for (const row of database.all('SELECT name, value FROM parameters')) {
      const [name, value] = [String(row['name']), String(row['value'])]
      const definition = byName.get(name)
      if (definition && 'factory' in definition.value && fits(definition.type, value)) {
        stored.set(name, value)
      }
    }
  }

  function tell(changed: string[]): void {
    if (changed.length === 0) return
    for (const { prefix, fn } of Array.from(listeners)) {
      const those = changed.filter((name) => name === prefix || name.startsWith(`${prefix}.`))
      if (those.length > 0) fn(those)
    }
  }

  /** Stores what differs, in one transaction, and tells who listens. */
  function commit(values: Map<string, string>): void {
    const changes = Array.from(values).filter(([name, value]) => get(name) !== value)
    if (changes.length === 0) return
    database.tx(() => {
      for (const [name, value] of changes) {
        database.run('REPLACE INTO parameters (name, value) VALUES (?, ?)', name, value)
      }
    })
    for (const [name, value] of changes) stored.set(name, value)
    tell(changes.map(([name]) => name))
  }

  /** The definition of a parameter that may be set to the value, or the refusal. */
  function settable(asked: string, value: string): Definition {
    const definition = byName.get(asked.startsWith('root.') ? asked : `root.${asked}`)
    if (!definition || 'live' in definition.value || !fits(definition.type, value)) {
      throw new Refusal('invalid', cannotSet(asked, value, definition))
    }
    return definition
  }

  function checked(
    values: Readonly<Record<string, string>>,
    check: (definition: Definition, value: string) => void,
  ): Map<string, string> {
    const wanted = new Map<string, string>()
    for (const [asked, value] of Object.entries(values)) {
      const definition = settable(asked, value)
      check(definition, value)
      wanted.set(definition.name, value)
    }
    return wanted
  }

  load()
  database.onRestored(() => {
    const before = new Map(definitions.map((definition) => [definition.name, valueOf(definition)]))
    load()
    tell(Array.from(byName.keys()).filter((name) => get(name) !== before.get(name)))
  })

  return {
    get,
    list(groups, caller) {
      const values = new Map<string, string>()
      const missing: string[] = []
      const role = readerOf(caller)
      const put = (definition: Definition): boolean => {
        if (definition.hidden || !role(definition)) return false
        const secret = definition.type.kind === 'password'
        values.set(definition.name, secret ? STARS : valueOf(definition))
        return true
      }
      if (groups.length === 0) for (const definition of definitions) put(definition)
      for (const group of groups) {
        const selects = selectorOf(group)
        let found = false
        for (const definition of definitions) {
          if (selects(definition.name)) found = put(definition) || found
        }
        if (!found) missing.push(group)
      }
      return { values, missing }
    },
    update(values, caller) {
      commit(
        checked(values, (definition, value) => {
          if (definition.write === 'never') {
            throw new Refusal('invalid', cannotSet(definition.name, value, definition))
          }
          if (!mayCall(definition.write, caller, 'ready')) {
            throw new Refusal('forbidden', `No right to set '${definition.name}'.`)
          }
        }),
      )
    },
    set(values) {
      commit(checked(values, () => undefined))
    },
    subscribe(prefix, fn) {
      const listener = { prefix, fn }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Whether a caller with these groups may read a parameter; asked once for each role. */
function readerOf(caller: readonly string[]): (definition: Definition) => boolean {
  const may = {
    viewer: mayCall('viewer', caller, 'ready'),
    operator: mayCall('operator', caller, 'ready'),
    admin: mayCall('admin', caller, 'ready'),
  }
  return ({ read }) => may[read]
}

/** The words of a refused value. A secret is not repeated: answers stand in logs. */
function cannotSet(asked: string, value: string, definition: Definition | undefined): string {
  const shown = definition?.type.kind === 'password' ? STARS : value.replace(/\p{Cc}/gu, '?')
  const name = asked.startsWith('root.') ? asked : `root.${asked}`
  return `Error setting '${name.slice(0, 128)}' to '${shown.slice(0, 128)}'!`
}
