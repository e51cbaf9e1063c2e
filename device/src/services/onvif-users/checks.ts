import type { OnvifLevel } from '@lintel/contract/calls/onvif-users'
import { Refusal } from '@lintel/contract/fault'
import {
  ONVIF_NAME_MAX,
  PASSWORD_MAX,
  onvifPassword,
  onvifUserName,
} from '@lintel/contract/rules/account'

/**
 * A fault of ONVIF Core's user handling, by its two codes. `Action` is for failures of the device.
 */
export function fault(
  code: 'OperationProhibited' | 'InvalidArgVal' | 'Action',
  subcode: string,
  words: string,
): Refusal {
  const whose = code === 'Action' ? 'Receiver' : 'Sender'
  return new Refusal('invalid', words, [whose, `ter:${code}`, `ter:${subcode}`])
}

/** An empty list is not a request. */
export function checkSome(list: readonly unknown[]): void {
  if (list.length === 0) throw fault('InvalidArgVal', 'UsernameMissing', 'No username is given.')
}

export function checkName(name: string): void {
  if (name.length > ONVIF_NAME_MAX) {
    const words = `A username has at most ${ONVIF_NAME_MAX} characters.`
    throw fault('OperationProhibited', 'UsernameTooLong', words)
  }
  if (name === '') {
    throw fault('OperationProhibited', 'UsernameTooShort', 'A username has at least 1 character.')
  }
  if (onvifUserName(name)) {
    throw new Refusal('invalid', 'A username has letters and digits only.', [
      'Sender',
      'ter:InvalidArgVal',
    ])
  }
}

export function checkPassword(password: string): void {
  if (password.length > PASSWORD_MAX) {
    const words = `A password has at most ${PASSWORD_MAX} characters.`
    throw fault('OperationProhibited', 'PasswordTooLong', words)
  }
  if (onvifPassword(password)) {
    const words = 'A password has at least 1 character and no control characters.'
    throw fault('OperationProhibited', 'Password', words)
  }
}

/** The levels that accounts here can have. */
export function checkLevel(level: string): OnvifLevel {
  if (level === 'Administrator' || level === 'Operator' || level === 'User') return level
  if (level === 'Anonymous') {
    const words = 'No account may be anonymous.'
    throw fault('OperationProhibited', 'AnonymousNotAllowed', words)
  }
  throw new Refusal('invalid', `The level ${level} is not known.`, ['Sender', 'ter:InvalidArgVal'])
}

/** Throws unless root would stay an administrator. Undefined means that it would be removed. */
export function checkRoot(name: string, level: OnvifLevel | undefined): void {
  if (name !== 'root' || level === 'Administrator') return
  const words = level
    ? 'The level of root cannot be another one.'
    : 'The account root cannot be deleted.'
  throw fault('InvalidArgVal', 'FixedUser', words)
}
