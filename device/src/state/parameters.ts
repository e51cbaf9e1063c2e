import type { ParameterList } from '@lintel/contract/calls/parameters'
import { Refusal } from '@lintel/contract/fault'
import type { ParameterDefinition } from '@lintel/contract/parameter-definitions'
import type { GetParameter, ParameterChanges } from '@lintel/contract/parameters/all'
import { fullName } from '@lintel/contract/parameters/full-name'
import type { Database } from './database.ts'
import { fits, isSecret } from './definition.ts'
import type { Definition, Facts } from './definition.ts'
import { describe } from './describe.ts'
import { definitionsOfMember, letterOf, memberName } from './dynamic-groups.ts'
import type { DynamicGroup } from './dynamic-groups.ts'
import { openLists } from './parameter-lists.ts'
import { openListeners } from './parameter-listeners.ts'
import type { ParameterChange, ParameterListeners } from './parameter-listeners.ts'
import { openRows } from './parameter-rows.ts'
import { openTree } from './parameter-tree.ts'
import type { ParameterTree } from './parameter-tree.ts'
import { openTexts } from './parameter-texts.ts'
import type { ParameterTexts } from './parameter-texts.ts'
import { openParameterVersions } from './parameter-versions.ts'
import type { ParameterVersions } from './parameter-versions.ts'
import { cannotSet, mayBeSetBy, mayManage } from './rights.ts'
import type { SecretBox } from './secret-box.ts'

/** Texts of parameters by name, with or without `root.`, as callers send them. */
type Texts = Readonly<Record<string, string>>

/** Reads parameters: as values for the device itself, as texts for callers. */
interface ParameterReader {
  /** The value of a parameter. Throws if the product lacks it. */
  readonly get: GetParameter
  /** As `get`, but ignores a trial. */
  readonly stored: GetParameter
  /** As `get`, but returns the default. */
  readonly factory: GetParameter
  /** Reads the values as these texts would leave them. */
  preview(texts: Texts): GetParameter
  /** The text of a parameter whose name is known at run time only. Throws for an unknown name. */
  text(name: string): string
  /**
   * The parameters that the selectors match and the caller's account groups may read, by selector
   * in list order. A selector is a name, a group, or either with `*` for a part, with or without `root.`;
   * without selectors all match. Secrets read as stars.
   */
  list(groups: readonly string[], caller: readonly string[]): ParameterList
  /** The definitions of these parameters. Throws `Refusal` if the caller may read none of them. */
  describe(groups: readonly string[], caller: readonly string[]): ParameterDefinition[]
}

/** Sets parameters, all or none, durably. */
interface ParameterWriter {
  /**
   * For the device's own services: also sets what no caller may, except for computed values. Throws
   * `Refusal`: storage.
   */
  set(changes: ParameterChanges): void
  /** Encodes values as texts, for `update` and `attempt`. */
  encode(changes: ParameterChanges): Record<string, string>
  /**
   * On behalf of a caller. Throws `Refusal`: unknown, computed, no right, invalid value, storage.
   */
  update(texts: Texts, caller: readonly string[]): void
  /**
   * Puts texts on trial, checked as `update` does: they are in effect, but not stored, until they
   * are committed, dropped or overwritten, or the device restarts. They replace an earlier trial.
   * `also` adds writes to the transaction.
   */
  attempt(texts: Texts, caller: readonly string[], also: () => void): void
  /** Stores what is on trial, in one transaction with the writes of `also`. */
  commitAttempt(also: () => void): void
  dropAttempt(): void
  /** Whether anything is still on trial: a plain write takes its parameters off the trial. */
  attempting(): boolean
}

/** Groups whose members people add and remove. */
interface ParameterMembers {
  /**
   * Adds a member to a dynamic group, durably, and returns its name in the group, `S4`. The keys of
   * the texts are like `root.StreamProfile.S.Name`. Throws `Refusal` as `update` does, and when the
   * group is full.
   */
  add(template: string, group: string, texts: Texts, caller: readonly string[]): string
  /** Removes members, all or none, durably. */
  remove(members: readonly string[], caller: readonly string[]): void
  /**
   * For the device's own services: adds a member, whoever may manage its group, and returns its
   * number. The keys of the texts are names in the member, `Name`. Throws `Refusal` as `add` does.
   */
  addOwn(template: string, group: string, texts: Texts): number
  /** For the device's own services, as `addOwn`. */
  removeOwn(member: string): void
}

/** The tree of `root.*` parameters. All names in here are full (`root.Network.HostName`). */
export interface Parameters
  extends
    ParameterReader,
    ParameterWriter,
    ParameterMembers,
    Pick<ParameterListeners, 'guard' | 'subscribe'> {
  /** Versions for conditional writes. Computed values don't count. */
  versions: Pick<ParameterVersions, 'current' | 'isCurrent'>
}

/** Shared by the parts of an open tree. */
interface Open {
  tree: ParameterTree
  texts: ParameterTexts
  listeners: ParameterListeners
  /** Gives changed parameters a new version, and notifies the subscribers after the commit. */
  readonly changed: (changes: readonly ParameterChange[]) => void
}

/**
 * Opens the tree of a product with the values in the database.
 * @param secrets seals passwords and other secrets before they are stored
 */
export function openParameters(
  database: Database,
  definitions: readonly Definition[],
  sources: Omit<Facts, 'get'>,
  dynamic: readonly DynamicGroup[] = [],
  secrets?: SecretBox,
): Parameters {
  const tree = openTree(definitions, dynamic)
  const rows = openRows(database, (name) => isSecret(tree.find(name)), secrets)
  const versions = openParameterVersions()
  const listeners = openListeners()
  const open: Open = {
    tree,
    texts: openTexts(tree, rows, sources),
    listeners,
    changed(changes) {
      if (changes.length === 0) return
      // At once: the next write of a shared transaction compares with it.
      versions.changed(changes.map(({ name }) => name))
      database.afterCommit(() => listeners.notify(changes))
    },
  }
  open.texts.load()
  rows.sealOld()
  database.onRestoring(() => rows.sealOld())
  database.onRestored(() => {
    open.changed(open.texts.reload())
  })
  return {
    ...readerOf(open),
    ...writerOf(open, database),
    ...membersOf(open),
    guard(prefixes, check) {
      listeners.guard(prefixes, check)
    },
    subscribe: (prefixes, fn) => listeners.subscribe(prefixes, fn),
    versions,
  }
}

function readerOf({ tree, texts }: Open): ParameterReader {
  const lists = openLists(tree, texts)
  return {
    get: tree.typed(texts.now),
    stored: tree.typed(texts.stored),
    factory: tree.typed(texts.factory),
    preview: (requested) => tree.typed((name) => requested[name] ?? texts.now(name)),
    text: texts.now,
    list: (groups, caller) => lists.list(groups, caller),
    describe(groups, caller) {
      const { found, missing } = tree.select(groups, caller)
      if (found.length === 0) {
        throw new Refusal('invalid', `Error -1 getting param in group '${missing[0]?.group ?? ''}'`)
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

function writerOf({ tree, texts, listeners, changed }: Open, database: Database): ParameterWriter {
  /** By full name, checked against type and rights. */
  function checked(
    input: Texts,
    check: (definition: Definition, text: string) => void,
  ): Map<string, string> {
    const requested = new Map<string, string>()
    for (const [key, text] of Object.entries(input)) {
      const definition = tree.find(fullName(key))
      if (!definition || 'live' in definition.value || !fits(definition.type, text)) {
        throw new Refusal('invalid', cannotSet(key, text, definition))
      }
      check(definition, text)
      requested.set(definition.name, text)
    }
    return requested
  }

  function checkGuards(requested: ReadonlyMap<string, string>, before: (name: string) => string) {
    const get = tree.typed((name) => requested.get(name) ?? before(name))
    listeners.check(Array.from(requested.keys()), get)
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
      changed(texts.commit(checked(encode(changes), () => undefined)))
    },
    update(input, caller) {
      const requested = checked(input, mayBeSetBy(caller))
      checkGuards(requested, texts.now)
      changed(texts.commit(requested))
    },
    attempt(input, caller, also) {
      const requested = checked(input, mayBeSetBy(caller))
      checkGuards(requested, texts.stored)
      database.tx(also)
      changed(texts.attempt(requested))
    },
    commitAttempt(also) {
      texts.commitAttempt(also)
    },
    dropAttempt() {
      changed(texts.attempt(new Map()))
    },
    attempting: () => texts.attempting(),
  }
}

function membersOf({ tree, texts, changed }: Open): ParameterMembers {
  /** @param inside the text of a parameter by its name in the member, as the caller wrote it */
  function insert(
    group: DynamicGroup,
    inside: ReadonlyMap<string, readonly [key: string, text: string]>,
  ) {
    const member = tree.nextMember(group)
    const name = memberName(member)
    const created = definitionsOfMember(member)
    const requested = new Map(
      created.map(({ name: full, value }) => [full, 'live' in value ? '' : value.factory('')]),
    )
    for (const [own, [key, text]] of inside) {
      const full = `${name}.${own}`
      const definition = created.find((one) => one.name === full)
      if (!definition || !fits(definition.type, text)) {
        throw new Refusal('invalid', cannotSet(key, text, definition))
      }
      requested.set(full, text)
    }
    changed(texts.add(member, requested))
    return member
  }

  return {
    add(template, parent, input, caller) {
      const group = tree.groupOf(template, parent)
      mayManage(group, caller)
      const open = `${parent}.${letterOf(group)}.`
      const inside = Object.entries(input).map(
        ([key, text]) => [key.startsWith(open) ? key.slice(open.length) : '', [key, text]] as const,
      )
      return memberName(insert(group, new Map(inside))).slice(parent.length + 1)
    },
    addOwn(template, parent, input) {
      const inside = Object.entries(input).map(([key, text]) => [key, [key, text]] as const)
      return insert(tree.groupOf(template, parent), new Map(inside)).number
    },
    remove(names, caller) {
      for (const name of names) {
        const member = tree.member(name)
        if (!member) throw new Refusal('invalid', 'There is no such group to remove.')
        mayManage(member.group, caller)
      }
      changed(texts.remove(names))
    },
    removeOwn(name) {
      changed(texts.remove([name]))
    },
  }
}
