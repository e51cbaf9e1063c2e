/** The full name of a parameter or group: `root.` is optional in requests. */
export const fullName = (name: string): string =>
  name === 'root' || name.startsWith('root.') ? name : `root.${name}`
