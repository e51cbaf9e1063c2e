import type { Role } from '@lintel/contract/access'
import { ROLES } from '@lintel/contract/access'
import type { GroupLists } from '@lintel/contract/calls/users'
import { groupsFor, isSystemAccount } from '@lintel/contract/rules/account'

/** A device account in the list and the forms. */
export interface Account {
  name: string
  /** root is a group of its own: an administrator who can't be deleted or given another role. */
  group: 'root' | Role
  ptz: boolean
}

/**
 * The accounts to list, root first, the others by name; accounts without one of the three roles are
 * hidden. Source: A §6.
 */
export function accountsIn(lists: GroupLists): Account[] {
  const names = new Set(ROLES.flatMap((role) => lists[role]))
  return Array.from(names)
    .map((name) => accountIn(lists, name))
    .filter((account) => account !== undefined)
    .toSorted((a, b) => Number(b.group === 'root') - Number(a.group === 'root') || byName(a, b))
}

const byName = (a: Account, b: Account) => a.name.localeCompare(b.name)

/** One account with its highest role; undefined if it is not listed. */
export function accountIn(lists: GroupLists, name: string): Account | undefined {
  if (isSystemAccount(name) || !isPerson(lists, name)) return undefined
  const role = ROLES.find((candidate) => lists[candidate].includes(name))
  if (!role) return undefined
  return { name, group: name === 'root' ? 'root' : role, ptz: lists.ptz.includes(name) }
}

/**
 * Older firmware lists every service with people's accounts, and people in a separate list; without
 * that list the device's accounts are taken as they are.
 */
const isPerson = ({ digusers }: GroupLists, name: string): boolean =>
  digusers.length === 0 || digusers.includes(name)

/** Whether the name is the device's own, or in any of its lists, hidden ones included. */
export function isTaken(lists: GroupLists, name: string): boolean {
  return (
    isSystemAccount(name) ||
    Object.values(lists).some((members: string[]) => members.includes(name))
  )
}

/** The access groups in the device's format, `viewer:operator:admin:ptz`. Source: A §6, OPEN-29. */
export function accessGroups(account: Omit<Account, 'name'>, audio: boolean): string {
  return groupsFor(account.group, { ptz: account.ptz, audio }).join(':')
}
