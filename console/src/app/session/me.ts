import type { Role } from '@lintel/contract/access'
import { roleOf } from '@lintel/contract/access'
import type { UserGroups } from '@lintel/contract/calls/users'
import { createStore } from '@lintel/ui/store'

/** The signed-in user, known once the app has started. */
export const me = createStore<UserGroups | undefined>(undefined)

/** Whether two accounts have the same groups, in whatever order. */
export const sameGroups = (one: UserGroups, other: UserGroups): boolean =>
  one.groups.toSorted().join() === other.groups.toSorted().join()

/** The role of the signed-in user; the lowest before the app has started. */
export function role(): Role {
  return roleOf(me.get()?.groups ?? []) ?? 'viewer'
}
