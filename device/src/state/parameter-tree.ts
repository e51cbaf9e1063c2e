import type { MissingGroup } from '@lintel/contract/calls/parameters'
import type { GetParameter } from '@lintel/contract/parameters/all'
import { Refusal } from '@lintel/contract/fault'
import type { Definition } from './definition.ts'
import { memberIn, memberName, withMembers } from './dynamic-groups.ts'
import type { DynamicGroup, Member } from './dynamic-groups.ts'
import { readerOf } from './rights.ts'
import { selectorOf } from './selector.ts'

/**
 * The parameters of a device: those of its product, and those of members that people added to
 * dynamic groups.
 */
export interface ParameterTree {
  /** In list order. */
  all(): readonly Definition[]
  find(name: string): Definition | undefined
  /** Throws for an unknown name, which is a programming error. */
  definition(name: string): Definition
  /** Decodes texts into values. */
  typed(text: (name: string) => string): GetParameter
  /**
   * The parameters that the groups select (all without groups) and the caller may read, and the
   * groups that select none, with the number of parameters before them.
   */
  select(
    groups: readonly string[],
    caller: readonly string[],
    also?: (definition: Definition) => boolean,
  ): { found: readonly Definition[]; missing: readonly MissingGroup[] }
  /**
   * The member with this name, or that a parameter with this name would belong to, whether or not
   * it exists.
   */
  memberOf(name: string): Member | undefined
  /** The member with this name, if it exists. */
  member(name: string): Member | undefined
  /** The dynamic group with this template and parent. Throws `Refusal` if there is none. */
  groupOf(template: string, parent: string): DynamicGroup
  /** A new member with the lowest free number. Throws `Refusal` if the group is full. */
  nextMember(group: DynamicGroup): Member
  /** Replaces all members. */
  setMembers(members: readonly Member[]): void
  addMember(member: Member): void
  removeMembers(names: readonly string[]): void
}

export function openTree(
  definitions: readonly Definition[],
  dynamic: readonly DynamicGroup[],
): ParameterTree {
  const groups = dynamic.filter(({ parent }) =>
    definitions.some(({ name }) => name.startsWith(`${parent}.`)),
  )
  const members = new Map<string, Member>()
  let all = definitions
  let byName = new Map<string, Definition>()

  function rebuild(): void {
    all = withMembers(definitions, Array.from(members.values()))
    byName = new Map(all.map((definition) => [definition.name, definition]))
  }

  function definition(name: string): Definition {
    const found = byName.get(name)
    if (!found) throw new Error(`no parameter ${name}`)
    return found
  }

  rebuild()

  return {
    all: () => all,
    find: (name) => byName.get(name),
    definition,
    typed: (text) =>
      ((name: string) => definition(name).codec.decode(text(name))) as unknown as GetParameter,
    select(selectors, caller, also = () => true) {
      const may = readerOf(caller)
      const readable = all.filter((one) => may(one) && also(one))
      if (selectors.length === 0) return { found: readable, missing: [] }
      const found = new Set<Definition>()
      const missing: MissingGroup[] = []
      for (const group of selectors) {
        const selects = selectorOf(group)
        const selected = readable.filter(({ name }) => selects(name))
        for (const one of selected) found.add(one)
        if (selected.length === 0) missing.push({ group, after: found.size })
      }
      return { found: Array.from(found), missing }
    },
    memberOf: (name) => memberIn(groups, name),
    member: (name) => members.get(name),
    groupOf(template, parent) {
      const group = groups.find((one) => one.template === template && one.parent === parent)
      if (!group) throw new Refusal('invalid', 'There is no such group to add to.')
      return group
    },
    nextMember(group) {
      const taken = new Set(
        Array.from(members.values(), (one) => (one.group === group ? one.number : -1)),
      )
      const { first = 0, max } = group
      const number = Array.from({ length: max }, (_, at) => at).find(
        (at) => at >= first && !taken.has(at),
      )
      if (number === undefined) throw new Refusal('invalid', `No more room in '${group.parent}'.`)
      return { group, number }
    },
    setMembers(input) {
      members.clear()
      for (const member of input) members.set(memberName(member), member)
      rebuild()
    },
    addMember(member) {
      members.set(memberName(member), member)
      rebuild()
    },
    removeMembers(names) {
      for (const name of names) members.delete(name)
      rebuild()
    },
  }
}
