/** The accounts of a device that is set up, all with one password. */
export const PASSWORD = 'Door2468!'

export const ROOT = 'root'

/** Accounts other than root, by their highest role. */
export const ACCOUNTS = {
  admin: { user: 'anna', groups: 'viewer:operator:admin:ptz', comment: 'Anna Berg' },
  operator: { user: 'guard1', groups: 'viewer:operator', comment: 'Front desk' },
  viewer: { user: 'lobby', groups: 'viewer', comment: 'Lobby screen' },
} as const

export type Person = keyof typeof ACCOUNTS
