import { onvifPassword, onvifUserName, strengthOf } from '@lintel/contract/rules/account'
import { firstOf, problem } from '@lintel/contract/rules/problem'
import type { Checked } from '@lintel/ui/form'

/** The groups of ONVIF users in the console, highest first. B §3. */
export const ONVIF_GROUPS = ['admin', 'operator', 'user'] as const
export type OnvifGroup = (typeof ONVIF_GROUPS)[number]

/** An ONVIF user as the list shows it; its name is also the id of its row. */
export interface OnvifUser {
  id: string
  name: string
  group: OnvifGroup
}

/** What the form of an ONVIF user holds. */
export type OnvifUserValues = {
  name: string
  group: OnvifGroup
  password: string
  passwordRepeat: string
}

export const newOnvifUser: OnvifUserValues = {
  name: '',
  group: 'user',
  password: '',
  passwordRepeat: '',
}

/** A password is never read back. */
export const valuesOf = ({ name, group }: OnvifUser): OnvifUserValues => ({
  ...newOnvifUser,
  name,
  group,
})

function checkPasswords({ password, passwordRepeat }: OnvifUserValues): Checked<OnvifUserValues> {
  const matching = () =>
    passwordRepeat === password ? undefined : problem('validation.passwordsDontMatch')
  return {
    errors: {
      password: onvifPassword(password),
      passwordRepeat: firstOf(onvifPassword, matching)(passwordRepeat),
    },
    warnings: {
      password: strengthOf(password) === 'weak' ? problem('users.weakPassword') : undefined,
    },
  }
}

/** The rules for a new ONVIF user. B §5. */
export function checkNewOnvifUser(
  values: OnvifUserValues,
  users: readonly OnvifUser[],
): Checked<OnvifUserValues> {
  const free = (wanted: string) =>
    users.some(({ name }) => name === wanted) ? problem('users.nameIsTaken') : undefined
  const { errors, warnings = {} } = checkPasswords(values)
  return { errors: { ...errors, name: firstOf(onvifUserName, free)(values.name) }, warnings }
}

/** The rules for an existing one: an empty password leaves it unchanged. */
export function checkOnvifUser(values: OnvifUserValues): Checked<OnvifUserValues> {
  if (values.password === '' && values.passwordRepeat === '') return { errors: {} }
  return checkPasswords(values)
}
