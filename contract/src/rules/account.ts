import { atMost, firstOf, problem, required } from './problem.ts'
import type { Rule } from './problem.ts'

const lettersAndDigits: Rule = (value) =>
  /^[A-Za-z0-9]+$/.test(value) ? undefined : problem('users.userNameOnlyValidChars')

/** 1 to 14 letters and digits. Source: specification A §5. */
export const userName: Rule = firstOf(required, atMost(14), lettersAndDigits)

/**
 * Accounts of the device's own services: never listed, and their names are taken. Source:
 * specification A §6.
 */
const SYSTEM_ACCOUNTS: ReadonlySet<string> = new Set([
  'sdk',
  'geolocationd',
  'AudioManager',
  'stsuser',
  'AudioSiteProxy',
])

export const isSystemAccount = (name: string): boolean => SYSTEM_ACCOUNTS.has(name)

export const PASSWORD_MAX = 64

const notTooLong: Rule = (value) =>
  value.length > PASSWORD_MAX ? problem('users.tooLong', { max: PASSWORD_MAX }) : undefined

/** 1 to 64 characters with codes 32 to 126. Source: specification A §5. */
export const password: Rule = firstOf(required, notTooLong, (value) =>
  /^[ -~]*$/.test(value) ? undefined : problem('users.invalidCharacters'),
)

export const ONVIF_NAME_MAX = 64

/** The name of an ONVIF account: 1 to 64 letters and digits. Source: specification B §5. */
export const onvifUserName: Rule = firstOf(required, atMost(ONVIF_NAME_MAX), lettersAndDigits)

/**
 * The password of an ONVIF account: 1 to 64 characters, no controls. Source: specification B §5;
 * characters that XML can't represent are excluded too.
 */
export const onvifPassword: Rule = firstOf(required, notTooLong, (value) =>
  /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(value) ? problem('users.invalidCharacters') : undefined,
)

export type Strength = 'empty' | 'weak' | 'medium' | 'strong'

/**
 * How hard a password is to guess, by its classes of characters. Source: specification A §5; medium
 * needs at least two of the three classes.
 */
export function strengthOf(value: string): Strength {
  if (value === '') return 'empty'
  const classes = [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(value)).length
  if (classes === 3 && /[!@#$%^&*]/.test(value) && value.length >= 8) return 'strong'
  return classes >= 2 && value.length >= 6 ? 'medium' : 'weak'
}

/** Secondary groups of an account by role. Source: specification A §6. */
export function groupsFor(
  role: 'root' | 'admin' | 'operator' | 'viewer',
  options: { ptz: boolean; audio: boolean },
): string[] {
  if (role === 'root') return ['admin', 'operator', 'viewer', 'ptz']
  const groups = ['viewer']
  if (role !== 'viewer') groups.push('operator')
  if (role === 'admin') groups.push('admin')
  // PTZ belongs to an administrator's role except on audio products, where the flag decides.
  if (options.ptz || (role === 'admin' && !options.audio)) groups.push('ptz')
  return groups
}
