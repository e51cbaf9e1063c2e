import type { Role } from '@lintel/contract/access'
import type { Definition } from './definition.ts'

/** A group of parameters that is added and removed as a whole, such as one stream profile. */
export interface DynamicGroup {
  /** Its name in calls, `streamprofile`. */
  template: string
  /** The group that the members are in, `root.StreamProfile`; a product without such parameters has no members. */
  parent: string
  /** As many members as there may be. */
  max: number
  /** Who may add and remove. */
  manage: Role
  /** The parameters of the member of this number: 4 for `root.StreamProfile.S4`. */
  definitions: (number: number) => readonly Definition[]
}

/** One member: `root.StreamProfile.S4`. */
export interface Member {
  group: DynamicGroup
  number: number
}

/** Member names start with the first letter of their parent's last part. */
export const letterOf = ({ parent }: DynamicGroup): string =>
  parent.slice(parent.lastIndexOf('.') + 1).charAt(0)

export const memberName = ({ group, number }: Member): string =>
  `${group.parent}.${letterOf(group)}${number}`

/** The parameters of a member. */
export const definitionsOfMember = (member: Member): readonly Definition[] =>
  member.group.definitions(member.number)

/** The member that a parameter of this name belongs to, or that has this name itself. */
export function memberIn(groups: readonly DynamicGroup[], name: string): Member | undefined {
  for (const group of groups) {
    const prefix = `${group.parent}.${letterOf(group)}`
    if (!name.startsWith(prefix)) continue
    const number = /^(0|[1-9]\d{0,3})(?:\.|$)/.exec(name.slice(prefix.length))?.[1]
    if (number !== undefined) return { group, number: Number(number) }
  }
  return undefined
}

/** The definitions with each member's own, ordered by number, after the other parameters of its parent. */
export function withMembers(
  definitions: readonly Definition[],
  members: readonly Member[],
): readonly Definition[] {
  const all = [...definitions]
  for (const member of members.toSorted((a, b) => a.number - b.number)) {
    const below = `${member.group.parent}.`
    const last = all.findLastIndex(({ name }) => name.startsWith(below))
    all.splice(last + 1, 0, ...definitionsOfMember(member))
  }
  return all
}
