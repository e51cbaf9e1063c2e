import { fits, isSecret } from './definition.ts'
import type { Definition, Facts } from './definition.ts'
import type { Member } from './dynamic-groups.ts'
import type { ParameterChange } from './parameter-listeners.ts'
import type { ParameterRows } from './parameter-rows.ts'
import type { ParameterTree } from './parameter-tree.ts'
import { STARS } from './rights.ts'

/** The text of every parameter: computed, on trial, stored or the default. Writes are durable. */
export interface ParameterTexts {
  /** The effective text. */
  readonly now: (name: string) => string
  of(definition: Definition): string
  /** The text that is restored when the trial is dropped. */
  readonly stored: (name: string) => string
  /** The default. */
  readonly factory: (name: string) => string
  /** Another number after each change of a text or of the members, except for computed ones. */
  revision(): number
  /** Reads the database, including the members of dynamic groups. */
  load(): void
  /** Reads it again. Returns what changed. */
  reload(): ParameterChange[]
  /** Stores the texts that differ, in one transaction. Returns what changed. */
  commit(requested: ReadonlyMap<string, string>): ParameterChange[]
  /**
   * Puts these on trial, in place of any earlier trial, without storing them. Returns what
   * changed.
   */
  attempt(requested: ReadonlyMap<string, string>): ParameterChange[]
  /** Stores what is on trial, in one transaction with the writes of `also`. */
  commitAttempt(also: () => void): void
  attempting(): boolean
  /** Stores a member with all its parameters; the member exists as long as its rows do. */
  add(member: Member, texts: ReadonlyMap<string, string>): ParameterChange[]
  remove(members: readonly string[]): ParameterChange[]
}

export function openTexts(
  tree: ParameterTree,
  rows: ParameterRows,
  sources: Omit<Facts, 'get'>,
): ParameterTexts {
  const stored = new Map<string, string>()
  /** Override the stored texts during a trial. */
  const attempted = new Map<string, string>()
  let revision = 0
  const now = (name: string) => of(tree.definition(name))
  const facts: Facts = { ...sources, get: tree.typed(now) }

  const factoryOf = ({ value }: Definition): string =>
    'live' in value ? value.live(facts) : value.factory(sources.serial)

  const storedOf = (definition: Definition): string =>
    stored.get(definition.name) ?? factoryOf(definition)

  function of(definition: Definition): string {
    return attempted.get(definition.name) ?? storedOf(definition)
  }

  function change(
    name: string,
    before: string,
    after: string,
    definition = tree.find(name),
  ): ParameterChange {
    const shown = (text: string) => (text !== '' && isSecret(definition) ? STARS : text)
    return { name, before: shown(before), now: shown(after) }
  }

  const all = () =>
    new Map(
      tree.all().map((definition) => [definition.name, [of(definition), definition] as const]),
    )

  function load(): void {
    revision += 1
    stored.clear()
    attempted.clear()
    tree.setMembers(rows.names().flatMap((name) => tree.memberOf(name) ?? []))
    for (const [name, text] of rows.read()) {
      const definition = tree.find(name)
      // Other versions of the software may have stored parameters and values that this one
      // doesn't know.
      if (!definition || 'live' in definition.value || !fits(definition.type, text)) continue
      stored.set(name, text)
    }
  }

  return {
    now,
    of,
    stored: (name) => storedOf(tree.definition(name)),
    factory: (name) => factoryOf(tree.definition(name)),
    revision: () => revision,
    load,
    reload() {
      const before = all()
      load()
      const after = all()
      return Array.from(new Set([...before.keys(), ...after.keys()])).flatMap((name) => {
        const [was, gone] = before.get(name) ?? ['']
        const [is, definition = gone] = after.get(name) ?? ['']
        // A member comes or goes with its empty texts, too.
        return was === is && before.has(name) === after.has(name)
          ? []
          : change(name, was, is, definition)
      })
    },
    commit(requested) {
      const changes = Array.from(requested).filter(
        ([name, text]) => attempted.has(name) || now(name) !== text,
      )
      const changed = changes.map(([name, text]) => change(name, now(name), text))
      if (changes.length > 0) rows.write(changes)
      revision += 1
      for (const [name, text] of changes) {
        stored.set(name, text)
        attempted.delete(name)
      }
      return changed
    },
    attempt(requested) {
      const before = new Map(
        [...attempted.keys(), ...requested.keys()].map((name) => [name, now(name)] as const),
      )
      attempted.clear()
      revision += 1
      for (const [name, text] of requested) if (now(name) !== text) attempted.set(name, text)
      return Array.from(before)
        .filter(([name, text]) => now(name) !== text)
        .map(([name, text]) => change(name, text, now(name)))
    },
    commitAttempt(also) {
      rows.write(attempted, also)
      revision += 1
      for (const [name, text] of attempted) stored.set(name, text)
      attempted.clear()
    },
    attempting: () => attempted.size > 0,
    add(member, texts) {
      rows.write(texts)
      revision += 1
      tree.addMember(member)
      for (const [name, text] of texts) stored.set(name, text)
      return Array.from(texts, ([name, text]) => change(name, '', text))
    },
    remove(members) {
      const gone = tree
        .all()
        .map(({ name }) => name)
        .filter((name) => members.some((member) => name.startsWith(`${member}.`)))
      const changed = gone.map((name) => change(name, now(name), ''))
      rows.remove(gone)
      revision += 1
      tree.removeMembers(members)
      for (const name of gone) stored.delete(name)
      return changed
    },
  }
}
