import { password, strengthOf } from '@lintel/contract/rules/account'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import type { SourceValues } from '../time/source.ts'

/** The values of a wizard page until they are stored. */
export interface PasswordValues {
  password: string
  repeat: string
}

export type Frequency = '50Hz' | '60Hz'

export interface TimeValues extends SourceValues {
  /** IANA name; empty to keep the device's POSIX rule. */
  zone: string
}

/**
 * Source: specification A §5. A repeat with errors of its own shows those first.
 * @param optional whether two empty fields keep the stored password
 */
export function checkPassword(values: PasswordValues, optional: boolean): Errors<PasswordValues> {
  if (optional && values.password === '' && values.repeat === '') return {}
  const differs =
    values.repeat === values.password ? undefined : problem('validation.passwordsDontMatch')
  return found<PasswordValues>({
    password: password(values.password),
    repeat: password(values.repeat) ?? differs,
  })
}

/** Whether the two-step save applies. Source: specification A §4. */
export const isWeak = ({ password }: PasswordValues): boolean => strengthOf(password) === 'weak'
