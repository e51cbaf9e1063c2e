/**
 * Who may make a call.
 *
 * `anyone` needs no credentials, `setup` is open only while no root password is set, the rest are
 * the device's roles. A role includes the rights of those below it. Source: console specification A
 * §6.
 */
export type Access = 'anyone' | 'setup' | Role

export type Role = 'viewer' | 'operator' | 'admin'

/** `setup` until the first administrator exists, `ready` from then on. */
export type Phase = 'setup' | 'ready'

const RANK: Record<Role, number> = { viewer: 1, operator: 2, admin: 3 }

/** The groups that make a role, in the order in which devices list them. */
export const ROLES: readonly Role[] = ['admin', 'operator', 'viewer']

/** The highest role among an account's groups; undefined when none of them allows signing in. */
export function roleOf(groups: readonly string[]): Role | undefined {
  return ROLES.find((role) => groups.includes(role))
}

/**
 * Whether a caller with these groups (undefined: no credentials) may make the call. Groups count as
 * the device lists them: an account in `admin` may do everything.
 */
export function mayCall(
  access: Access | ((phase: Phase) => Access),
  groups: readonly string[] | undefined,
  phase: Phase,
): boolean {
  const needed = typeof access === 'function' ? access(phase) : access
  if (needed === 'anyone') return true
  if (needed === 'setup') return phase === 'setup'
  const role = groups && roleOf(groups)
  return role !== undefined && RANK[role] >= RANK[needed]
}
