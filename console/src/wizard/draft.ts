import { password, strengthOf } from '@lintel/contract/rules/account'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import type { SourceValues } from '../time/source.ts'

/** What a page of the wizard holds until it is stored. */
export interface PasswordValues {
  password: string
  repeat: string
}

export type Frequency = '50Hz' | '60Hz'

export interface TimeValues extends SourceValues {
  /** IANA name; empty to keep the POSIX rule that the device follows. */
  zone: string
}

/** Source: specification A §5. A repeat that breaks the rules itself is told that first. */
export function checkPassword(values: PasswordValues): Errors<PasswordValues> {
  const differs =
    values.repeat === values.password ? undefined : problem('validation.passwordsDontMatch')
  return found<PasswordValues>({
    password: password(values.password),
    repeat: password(values.repeat) ?? differs,
  })
}

/** Whether the two-step save applies. Source: specification A §4. */
export const isWeak = ({ password }: PasswordValues): boolean => strengthOf(password) === 'weak'
