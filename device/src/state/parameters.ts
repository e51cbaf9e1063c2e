import type { ParameterList } from '@lintel/contract/calls/parameters'
import { Refusal } from '@lintel/contract/fault'
import type { ParameterDefinition } from '@lintel/contract/parameter-definitions'
import type { Database } from './database.ts'
import { fits } from './definition.ts'
import type { Definition, Facts } from './definition.ts'
import { describe } from './describe.ts'
import {
  definitionsOfMember,
  letterOf,
  memberIn,
  memberName,
  withMembers,
} from './dynamic-groups.ts'
import type { DynamicGroup, Member } from './dynamic-groups.ts'
import { openParameterVersions } from './parameter-versions.ts'
import type { ParameterVersions } from './parameter-versions.ts'
import { cannotSet, mayBeSetBy, mayManage, readerOf, STARS } from './rights.ts'
import type { SecretBox } from './secret-box.ts'
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
  /** What these parameters may hold. Throws `Refusal` when there is none that the caller may read. */
  describe(groups: readonly string[], caller: readonly string[]): ParameterDefinition[]
  /**
   * Adds a member to a dynamic group, durably, and gives its name in the group, `S4`. The values go
   * by `root.StreamProfile.S.Name`. Throws `Refusal` as `update` does, and when the group is full.
   */
  add(
    template: string,
    group: string,
    values: Readonly<Record<string, string>>,
    caller: readonly string[],
  ): string
  /** Removes such members, all or none, durably. */
  remove(members: readonly string[], caller: readonly string[]): void
  /** Sets all or none, durably. Throws `Refusal`: unknown, computed, not the caller's, a bad value, storage. */
  update(values: Readonly<Record<string, string>>, caller: readonly string[]): void
  /** As `update`, for the device's own services: writes what no caller may write, never what is computed. */
  set(values: Readonly<Record<string, string>>): void
  /**
   * Lets values count without storing them, all or none, checked as `update` does: until they are
   * kept or dropped, set to something else, or the device restarts. They take the place of what was
   * attempted before. `also` writes what goes with it.
   */
  attempt(
    values: Readonly<Record<string, string>>,
    caller: readonly string[],
    also: () => void,
  ): void
  /** Stores what is attempted, in one transaction with what `also` writes. */
  keepAttempt(also: () => void): void
  /** What is stored counts again. */
  dropAttempt(): void
  /** Whether anything attempted is left: what somebody sets meanwhile is attempted no more. */
  attempting(): boolean
  /** The value that counts again when what is attempted is dropped. */
  stored(name: string): string
  /**
   * Rules over several parameters: asked with the values as they would be when somebody wants to set
   * or attempt one under these prefixes. It throws a `Refusal` to refuse all of it.
   */
  guard(prefixes: readonly string[], check: Guard): void
  /** What a client that has read the tree can make its write depend on. Values computed on reading don't count. */
  versions: Pick<ParameterVersions, 'current' | 'isCurrent'>
  /** Told the changed names under the prefix (`root.Network`), after the commit. */
  subscribe(prefix: string, fn: (changed: string[]) => void): () => void
}

/** @param changed the full names that somebody wants to set */
export type Guard = (get: (name: string) => string, changed: readonly string[]) => void

/** Begins what was sealed; what was stored before that was done has no such beginning. */
const SEALED = 'sealed:'

/**
 * Opens the tree of a product; what was set before stands in the database, members of dynamic groups
 * among it: each of their parameters is stored, so that its rows are the member.
 * @param secrets seals the values of passwords before they are stored
 */
export function openParameters(
  database: Database,
  definitions: readonly Definition[],
  given: Omit<Facts, 'get'>,
  dynamic: readonly DynamicGroup[] = [],
  secrets?: SecretBox,
): Parameters {
  const groups = dynamic.filter(({ parent }) =>
    definitions.some(({ name }) => name.startsWith(`${parent}.`)),
  )
  /** By name. */
  const members = new Map<string, Member>()
  let all = definitions
  let byName = new Map<string, Definition>()
  const stored = new Map<string, string>()
  /** Values that count instead of the stored ones while they are on trial. */
  const attempted = new Map<string, string>()
  const listeners = new Set<{ prefix: string; fn: (changed: string[]) => void }>()
  const versions = openParameterVersions()
  const guards: { prefixes: readonly string[]; check: Guard }[] = []
  const facts: Facts = { ...given, get }

  function storedOf({ name, value }: Definition): string {
    if ('live' in value) return value.live(facts)
    return stored.get(name) ?? value.factory(given.serial)
  }

  const valueOf = (definition: Definition): string =>
    attempted.get(definition.name) ?? storedOf(definition)

  function definitionOf(name: string): Definition {
    const definition = byName.get(name)
    if (!definition) throw new Error(`no parameter ${name}`)
    return definition
  }

  function get(name: string): string {
    return valueOf(definitionOf(name))
  }

  const getStored = (name: string): string => storedOf(definitionOf(name))

  /** Makes the tree anew after members have come or gone. */
  function plant(): void {
    all = withMembers(definitions, Array.from(members.values()))
    byName = new Map(all.map((definition) => [definition.name, definition]))
  }

  const isSecret = (name: string): boolean => byName.get(name)?.type.kind === 'password'

  /** As the database has it: a secret can't be read there. */
  const sealed = (name: string, value: string): string =>
    secrets && value !== '' && isSecret(name) ? SEALED + secrets.seal(value, name) : value

  /** Undefined for a secret that was sealed with another key. */
  function unsealed(name: string, kept: string): string | undefined {
    if (!kept.startsWith(SEALED) || !isSecret(name)) return kept
    return secrets?.open(kept.slice(SEALED.length), name)
  }

  /** What was set, without what this software does not know or no longer takes. */
  function load(): void {
    stored.clear()
    attempted.clear()
    members.clear()
    const rows = database
      .all('SELECT name, value FROM parameters')
      .map((row) => [String(row['name']), String(row['value'])] as const)
    for (const [name] of rows) {
      const member = memberIn(groups, name)
      if (member) members.set(memberName(member), member)
    }
    plant()
    for (const [name, kept] of rows) {
      const definition = byName.get(name)
      const value = unsealed(name, kept)
      if (!definition || value === undefined || !('factory' in definition.value)) continue
      if (fits(definition.type, value)) stored.set(name, value)
    }
  }

  function tell(changed: string[]): void {
    if (changed.length === 0) return
    versions.changed(changed)
    for (const { prefix, fn } of Array.from(listeners)) {
      const those = changed.filter((name) => isUnder(prefix, name))
      if (those.length > 0) fn(those)
    }
  }

  function write(changes: readonly (readonly [string, string])[], also = () => {}): void {
    database.tx(() => {
      also()
      for (const [name, value] of changes) {
        database.run(
          'REPLACE INTO parameters (name, value) VALUES (?, ?)',
          name,
          sealed(name, value),
        )
      }
    })
  }

  /** Stores what differs, in one transaction, and tells who listens. */
  function commit(values: Map<string, string>): void {
    const changes = Array.from(values).filter(
      ([name, value]) => attempted.has(name) || get(name) !== value,
    )
    if (changes.length === 0) return
    write(changes)
    for (const [name, value] of changes) {
      stored.set(name, value)
      attempted.delete(name)
    }
    tell(changes.map(([name]) => name))
  }

  function attemptOnly(wanted: ReadonlyMap<string, string>): void {
    const before = new Map(
      [...attempted.keys(), ...wanted.keys()].map((name) => [name, get(name)] as const),
    )
    attempted.clear()
    for (const [name, value] of wanted) if (get(name) !== value) attempted.set(name, value)
    tell(Array.from(before.keys()).filter((name) => get(name) !== before.get(name)))
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

  /** Asks whoever has a rule over several of these. */
  function askGuards(wanted: ReadonlyMap<string, string>, before: (name: string) => string): void {
    const changed = Array.from(wanted.keys())
    for (const { prefixes, check } of guards) {
      if (!changed.some((name) => prefixes.some((prefix) => isUnder(prefix, name)))) continue
      check((name) => wanted.get(name) ?? before(name), changed)
    }
  }

  const values = () => new Map(all.map((definition) => [definition.name, valueOf(definition)]))

  /** The parameters that groups select and the caller may read, and the groups that select none. */
  function select(
    asked: readonly string[],
    caller: readonly string[],
    also: (definition: Definition) => boolean = () => true,
  ): { found: readonly Definition[]; missing: string[] } {
    const may = readerOf(caller)
    const readable = all.filter((definition) => may(definition) && also(definition))
    if (asked.length === 0) return { found: readable, missing: [] }
    const found = new Set<Definition>()
    const missing: string[] = []
    for (const group of asked) {
      const selects = selectorOf(group)
      const those = readable.filter(({ name }) => selects(name))
      for (const definition of those) found.add(definition)
      if (those.length === 0) missing.push(group)
    }
    return { found: Array.from(found), missing }
  }

  const manageOf = (name: string) => memberIn(groups, name)?.group.manage ?? 'never'

  function addMember(group: DynamicGroup, given: Readonly<Record<string, string>>): string {
    const taken = new Set(
      Array.from(members.values(), (one) => (one.group === group ? one.number : -1)),
    )
    const number = Array.from({ length: group.max }, (_, at) => at).find((at) => !taken.has(at))
    if (number === undefined) throw new Refusal('invalid', `No more room in '${group.parent}'.`)
    const member = { group, number }
    const name = memberName(member)
    const open = `${group.parent}.${letterOf(group)}.`
    const made = definitionsOfMember(member)
    const wanted = new Map(
      made.map(({ name: full, value }) => [full, 'live' in value ? '' : value.factory('')]),
    )
    for (const [asked, value] of Object.entries(given)) {
      const full = `${name}.${asked.slice(open.length)}`
      const definition = made.find((one) => one.name === full)
      if (!asked.startsWith(open) || !definition || !fits(definition.type, value)) {
        throw new Refusal('invalid', cannotSet(asked, value, definition))
      }
      wanted.set(full, value)
    }
    write(Array.from(wanted))
    members.set(name, member)
    plant()
    for (const [full, value] of wanted) stored.set(full, value)
    tell(Array.from(wanted.keys()))
    return name.slice(group.parent.length + 1)
  }

  load()
  database.onRestored(() => {
    const before = values()
    load()
    const after = values()
    const names = Array.from(new Set([...before.keys(), ...after.keys()]))
    tell(names.filter((name) => before.get(name) !== after.get(name)))
  })

  return {
    get,
    list(asked, caller) {
      const { found, missing } = select(asked, caller, ({ hidden }) => !hidden)
      const told = found.map(
        (definition) =>
          [
            definition.name,
            definition.type.kind === 'password' ? STARS : valueOf(definition),
          ] as const,
      )
      return { values: new Map(told), missing }
    },
    describe(asked, caller) {
      const { found, missing } = select(asked, caller)
      if (found.length === 0) {
        throw new Refusal('invalid', `Error -1 getting param in group '${missing[0] ?? ''}'`)
      }
      return found.map((definition) =>
        describe(definition, valueOf(definition), manageOf(definition.name)),
      )
    },
    add(template, parent, given, caller) {
      const group = groups.find((one) => one.template === template && one.parent === parent)
      if (!group) throw new Refusal('invalid', 'There is no such group to add to.')
      mayManage(group, caller)
      return addMember(group, given)
    },
    remove(names, caller) {
      for (const name of names) {
        const member = members.get(name)
        if (!member) throw new Refusal('invalid', 'There is no such group to remove.')
        mayManage(member.group, caller)
      }
      const gone = all.filter(({ name }) => names.some((member) => name.startsWith(`${member}.`)))
      database.tx(() => {
        for (const { name } of gone) database.run('DELETE FROM parameters WHERE name = ?', name)
      })
      for (const name of names) members.delete(name)
      for (const { name } of gone) stored.delete(name)
      plant()
      tell(gone.map(({ name }) => name))
    },
    update(values, caller) {
      const wanted = checked(values, mayBeSetBy(caller))
      askGuards(wanted, get)
      commit(wanted)
    },
    attempt(values, caller, also) {
      const wanted = checked(values, mayBeSetBy(caller))
      askGuards(wanted, getStored)
      database.tx(also)
      attemptOnly(wanted)
    },
    keepAttempt(also) {
      write(Array.from(attempted), also)
      for (const [name, value] of attempted) stored.set(name, value)
      attempted.clear()
    },
    dropAttempt: () => attemptOnly(new Map()),
    attempting: () => attempted.size > 0,
    stored: getStored,
    versions,
    guard(prefixes, check) {
      guards.push({ prefixes, check })
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

const isUnder = (prefix: string, name: string): boolean =>
  name === prefix || name.startsWith(`${prefix}.`)
