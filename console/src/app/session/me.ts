import type { Role } from '@lintel/contract/access'
import { roleOf } from '@lintel/contract/access'
import type { UserGroups } from '@lintel/contract/calls/users'
import { createStore } from '../store.ts'

/** Who is signed in, from the start-up on. */
export const me = createStore<UserGroups | undefined>(undefined)

/** The role of who is signed in; before the start-up, the least. */
export function role(): Role {
  return roleOf(me.get()?.groups ?? []) ?? 'viewer'
}
