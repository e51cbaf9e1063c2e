import type { Role } from '@lintel/contract/access'
import type { GroupLists } from '@lintel/contract/calls/users'
import { password, strengthOf, userName } from '@lintel/contract/rules/account'
import { firstOf, problem } from '@lintel/contract/rules/problem'
import type { Checked } from '@lintel/ui/form'
import { isTaken } from './accounts.ts'
import type { Account } from './accounts.ts'

/** What the user form holds. */
export type UserValues = {
  name: string
  password: string
  passwordRepeat: string
  role: Role
  ptz: boolean
}

export const newUser: UserValues = {
  name: '',
  password: '',
  passwordRepeat: '',
  role: 'viewer',
  ptz: false,
}

/** The form's values for an account; a password is never read back. */
export function valuesOf({ name, group, ptz }: Account): UserValues {
  return { ...newUser, name, role: group === 'root' ? 'admin' : group, ptz }
}

/** Whether both give the same access; a password can't be read to compare it. */
export const sameAccess = (one: UserValues, other: UserValues): boolean =>
  one.role === other.role && one.ptz === other.ptz

/** The account that the form describes. */
export function accountOf(values: UserValues, group: Account['group']): Account {
  return { name: values.name, group, ptz: values.ptz }
}

function checkPasswords(values: UserValues): Checked<UserValues> {
  const matching = () =>
    values.passwordRepeat === values.password ? undefined : problem('validation.passwordsDontMatch')
  return {
    errors: {
      password: password(values.password),
      passwordRepeat: firstOf(password, matching)(values.passwordRepeat),
    },
    warnings: {
      password: strengthOf(values.password) === 'weak' ? problem('users.weakPassword') : undefined,
    },
  }
}

/** The rules for a new account. A §5. */
export function checkNewUser(values: UserValues, lists: GroupLists): Checked<UserValues> {
  const free = (name: string) => (isTaken(lists, name) ? problem('users.nameIsTaken') : undefined)
  const { errors, warnings = {} } = checkPasswords(values)
  return { errors: { ...errors, name: firstOf(userName, free)(values.name) }, warnings }
}

/** The rules for an existing account: an empty password leaves it unchanged. */
export function checkUser(values: UserValues): Checked<UserValues> {
  if (values.password === '' && values.passwordRepeat === '') return { errors: {} }
  return checkPasswords(values)
}
