import type { Role } from '@lintel/contract/access'
import type { Definition } from './definition.ts'

/** A group of parameters that is added and removed as a whole, such as one stream profile. */
export interface DynamicGroup {
  /** Its name in calls, `streamprofile`. */
  template: string
  /** The parent group, `root.StreamProfile`; a product without such parameters has no members. */
  parent: string
  /** The number of the first member, if the product itself has those before it. */
  first?: number
  /** The number after that of the last member. */
  max: number
  /** Who may add and remove; `never` if only the device itself does. */
  manage: Role | 'never'
  /** The parameters of the member with this number: 4 for `root.StreamProfile.S4`. */
  definitions: (number: number) => readonly Definition[]
}

/** One member: `root.StreamProfile.S4`. */
export interface Member {
  group: DynamicGroup
  number: number
}

/** Member names start with the first letter of the parent's last part. */
export const letterOf = ({ parent }: DynamicGroup): string =>
  parent.slice(parent.lastIndexOf('.') + 1).charAt(0)

export const memberName = ({ group, number }: Member): string =>
  `${group.parent}.${letterOf(group)}${number}`

/** The parameters of a member. */
export const definitionsOfMember = (member: Member): readonly Definition[] =>
  member.group.definitions(member.number)

/** The member with this name, or that a parameter with this name belongs to. */
export function memberIn(groups: readonly DynamicGroup[], name: string): Member | undefined {
  for (const group of groups) {
    const prefix = `${group.parent}.${letterOf(group)}`
    if (!name.startsWith(prefix)) continue
    const number = /^(0|[1-9]\d{0,3})(?:\.|$)/.exec(name.slice(prefix.length))?.[1]
    if (number !== undefined && Number(number) >= (group.first ?? 0)) {
      return { group, number: Number(number) }
    }
  }
  return undefined
}

/**
 * The definitions with those of the members, which follow the other parameters of their parent in
 * order of number.
 */
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
