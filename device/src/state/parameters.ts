import type { ParameterList } from '@lintel/contract/calls/parameters'
import { Refusal } from '@lintel/contract/fault'
import type { ParameterDefinition } from '@lintel/contract/parameter-definitions'
import type { GetParameter, ParameterChanges } from '@lintel/contract/parameters/all'
import type { Database } from './database.ts'
import { fits } from './definition.ts'
import type { Definition, Facts } from './definition.ts'
import { describe } from './describe.ts'
import { definitionsOfMember, letterOf, memberName } from './dynamic-groups.ts'
import type { DynamicGroup } from './dynamic-groups.ts'
import { openListeners } from './parameter-listeners.ts'
import type { ParameterListeners } from './parameter-listeners.ts'
import { openRows } from './parameter-rows.ts'
import { openTree } from './parameter-tree.ts'
import type { ParameterTree } from './parameter-tree.ts'
import { openTexts } from './parameter-texts.ts'
import type { ParameterTexts } from './parameter-texts.ts'
import { openParameterVersions } from './parameter-versions.ts'
import type { ParameterVersions } from './parameter-versions.ts'
import { cannotSet, mayBeSetBy, mayManage, STARS } from './rights.ts'
import type { SecretBox } from './secret-box.ts'

/** Texts of parameters, as callers send them, by names with or without `root.`. */
type Texts = Readonly<Record<string, string>>

/** Reads parameters for the device itself, as values, and for callers, as texts. */
interface ParameterReader {
  /** The value of a parameter. One that the product lacks throws. */
  readonly get: GetParameter
  /** As `get`; the value that counts again when what is attempted is dropped. */
  readonly stored: GetParameter
  /** As `get`; the value of a parameter that nobody has set. */
  readonly factory: GetParameter
  /** The values as they would be with these texts. */
  preview(texts: Texts): GetParameter
  /** The text of a parameter whose name nobody knows beforehand. An unknown name throws. */
  text(name: string): string
  /**
   * The parameters of the groups (names, groups, `*` for one part; with or without `root.`; none:
   * all) that the caller's account groups may read, in the device's order. Secrets read as stars.
   */
  list(groups: readonly string[], caller: readonly string[]): ParameterList
  /** What these parameters may hold. Throws `Refusal` when there is none that the caller may read. */
  describe(groups: readonly string[], caller: readonly string[]): ParameterDefinition[]
}

/** Sets parameters, all or none, durably. */
interface ParameterWriter {
  /** For the device's own services: sets what no caller may, never what is computed. Throws `Refusal`: storage. */
  set(changes: ParameterChanges): void
  /** The texts of values, for `update` and `attempt`. */
  encode(changes: ParameterChanges): Record<string, string>
  /** For a caller. Throws `Refusal`: unknown, computed, not the caller's, a bad value, storage. */
  update(texts: Texts, caller: readonly string[]): void
  /**
   * Lets texts count without storing them, checked as `update` does: until they are kept or dropped,
   * set to something else, or the device restarts. They replace what was attempted before. `also`
   * writes what goes with it.
   */
  attempt(texts: Texts, caller: readonly string[], also: () => void): void
  /** Stores what is attempted, in one transaction with what `also` writes. */
  keepAttempt(also: () => void): void
  dropAttempt(): void
  /** Whether anything attempted is left: what somebody sets meanwhile is attempted no more. */
  attempting(): boolean
}

/** Groups whose members people add and remove. */
interface ParameterMembers {
  /**
   * Adds a member to a dynamic group, durably, and gives its name in the group, `S4`. The texts go
   * by `root.StreamProfile.S.Name`. Throws `Refusal` as `update` does, and when the group is full.
   */
  add(template: string, group: string, texts: Texts, caller: readonly string[]): string
  /** Removes such members, all or none, durably. */
  remove(members: readonly string[], caller: readonly string[]): void
}

/** The tree of `root.*` parameters. Names are full (`root.Network.HostName`) everywhere inside. */
export interface Parameters
  extends
    ParameterReader,
    ParameterWriter,
    ParameterMembers,
    Pick<ParameterListeners, 'guard' | 'subscribe'> {
  /** What a client that has read the tree can make its write depend on. Values computed on reading don't count. */
  versions: Pick<ParameterVersions, 'current' | 'isCurrent'>
}

/** What the parts of an open tree share. */
interface Open {
  tree: ParameterTree
  texts: ParameterTexts
  listeners: ParameterListeners
}

/**
 * Opens the tree of a product, with what the database has of it.
 * @param secrets seals the values of passwords before they are stored
 */
export function openParameters(
  database: Database,
  definitions: readonly Definition[],
  given: Omit<Facts, 'get'>,
  dynamic: readonly DynamicGroup[] = [],
  secrets?: SecretBox,
): Parameters {
  const tree = openTree(definitions, dynamic)
  const rows = openRows(database, (name) => tree.find(name)?.type.kind === 'password', secrets)
  const open = { tree, texts: openTexts(tree, rows, given), listeners: openListeners() }
  const versions = openParameterVersions()
  // First of the listeners: the others already see the new version.
  open.listeners.subscribe('root', (changed) => versions.changed(changed))
  open.texts.load()
  database.onRestored(() => {
    const before = open.texts.all()
    open.texts.load()
    const after = open.texts.all()
    const names = Array.from(new Set([...before.keys(), ...after.keys()]))
    open.listeners.tell(names.filter((name) => before.get(name) !== after.get(name)))
  })
  return {
    ...readerOf(open),
    ...writerOf(open, database),
    ...membersOf(open),
    guard(prefixes, check) {
      open.listeners.guard(prefixes, check)
    },
    subscribe: (prefix, fn) => open.listeners.subscribe(prefix, fn),
    versions,
  }
}

function readerOf({ tree, texts }: Open): ParameterReader {
  return {
    get: tree.typed(texts.now),
    stored: tree.typed(texts.stored),
    factory: tree.typed(texts.factory),
    preview: (wanted) => tree.typed((name) => wanted[name] ?? texts.now(name)),
    text: texts.now,
    list(groups, caller) {
      const { found, missing } = tree.select(groups, caller, ({ hidden }) => !hidden)
      const values = found.map(
        (definition) =>
          [
            definition.name,
            definition.type.kind === 'password' ? STARS : texts.of(definition),
          ] as const,
      )
      return { values: new Map(values), missing }
    },
    describe(groups, caller) {
      const { found, missing } = tree.select(groups, caller)
      if (found.length === 0) {
        throw new Refusal('invalid', `Error -1 getting param in group '${missing[0] ?? ''}'`)
      }
      return found.map((definition) =>
        describe(
          definition,
          texts.of(definition),
          tree.memberOf(definition.name)?.group.manage ?? 'never',
        ),
      )
    },
  }
}

function writerOf({ tree, texts, listeners }: Open, database: Database): ParameterWriter {
  /** By full name, checked against type and rights. */
  function checked(
    given: Texts,
    check: (definition: Definition, text: string) => void,
  ): Map<string, string> {
    const wanted = new Map<string, string>()
    for (const [asked, text] of Object.entries(given)) {
      const definition = tree.find(asked.startsWith('root.') ? asked : `root.${asked}`)
      if (!definition || 'live' in definition.value || !fits(definition.type, text)) {
        throw new Refusal('invalid', cannotSet(asked, text, definition))
      }
      check(definition, text)
      wanted.set(definition.name, text)
    }
    return wanted
  }

  function checkGuards(wanted: ReadonlyMap<string, string>, before: (name: string) => string) {
    const get = tree.typed((name) => wanted.get(name) ?? before(name))
    listeners.check(Array.from(wanted.keys()), get)
  }

  const encode = (changes: ParameterChanges): Record<string, string> =>
    Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [
        name,
        tree.definition(name).codec.encode(value),
      ]),
    )

  return {
    encode,
    set(changes) {
      listeners.tell(texts.commit(checked(encode(changes), () => undefined)))
    },
    update(given, caller) {
      const wanted = checked(given, mayBeSetBy(caller))
      checkGuards(wanted, texts.now)
      listeners.tell(texts.commit(wanted))
    },
    attempt(given, caller, also) {
      const wanted = checked(given, mayBeSetBy(caller))
      checkGuards(wanted, texts.stored)
      database.tx(also)
      listeners.tell(texts.attempt(wanted))
    },
    keepAttempt(also) {
      texts.keep(also)
    },
    dropAttempt() {
      listeners.tell(texts.attempt(new Map()))
    },
    attempting: () => texts.attempting(),
  }
}

function membersOf({ tree, texts, listeners }: Open): ParameterMembers {
  return {
    add(template, parent, given, caller) {
      const group = tree.groupOf(template, parent)
      mayManage(group, caller)
      const member = tree.nextMember(group)
      const name = memberName(member)
      const open = `${parent}.${letterOf(group)}.`
      const made = definitionsOfMember(member)
      const wanted = new Map(
        made.map(({ name: full, value }) => [full, 'live' in value ? '' : value.factory('')]),
      )
      for (const [asked, text] of Object.entries(given)) {
        const full = `${name}.${asked.slice(open.length)}`
        const definition = made.find((one) => one.name === full)
        if (!asked.startsWith(open) || !definition || !fits(definition.type, text)) {
          throw new Refusal('invalid', cannotSet(asked, text, definition))
        }
        wanted.set(full, text)
      }
      texts.add(member, wanted)
      listeners.tell(Array.from(wanted.keys()))
      return name.slice(parent.length + 1)
    },
    remove(names, caller) {
      for (const name of names) {
        const member = tree.member(name)
        if (!member) throw new Refusal('invalid', 'There is no such group to remove.')
        mayManage(member.group, caller)
      }
      listeners.tell(texts.remove(names))
    },
  }
}
