import { ROLES } from '@lintel/contract/access'
import { Refusal } from '@lintel/contract/fault'

/** The groups with rights, in the device's list order. */
export const GROUPS: readonly string[] = [...ROLES, 'ptz']

/** Parses `viewer:operator`, in any order, into the device's list order. */
export function groupsIn(text: string): string[] {
  const named = text.split(':')
  if (!named.every((name) => GROUPS.includes(name))) {
    throw new Refusal(
      'invalid',
      'sgrp must name viewer, operator, admin or ptz, separated by colons.',
    )
  }
  return GROUPS.filter((name) => named.includes(name))
}

/** The primary group is `users`; only root may be in `root`, as old manuals have it. */
export function checkPrimary(user: string, group: string): void {
  if (group === 'users' || (group === 'root' && user === 'root')) return
  throw new Refusal('invalid', 'grp must be users.')
}
