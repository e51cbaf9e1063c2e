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
  message: string,
): Refusal {
  const whose = code === 'Action' ? 'Receiver' : 'Sender'
  return new Refusal('invalid', message, [whose, `ter:${code}`, `ter:${subcode}`])
}

/** An empty list is not a request. */
export function checkSome(list: readonly unknown[]): void {
  if (list.length === 0) throw fault('InvalidArgVal', 'UsernameMissing', 'No username is given.')
}

export function checkName(name: string): void {
  if (name.length > ONVIF_NAME_MAX) {
    const message = `A username must have at most ${ONVIF_NAME_MAX} characters.`
    throw fault('OperationProhibited', 'UsernameTooLong', message)
  }
  if (name === '') {
    throw fault(
      'OperationProhibited',
      'UsernameTooShort',
      'A username must have at least 1 character.',
    )
  }
  if (onvifUserName(name)) {
    throw new Refusal('invalid', 'A username must have letters and digits only.', [
      'Sender',
      'ter:InvalidArgVal',
    ])
  }
}

export function checkPassword(password: string): void {
  if (password.length > PASSWORD_MAX) {
    const message = `A password must have at most ${PASSWORD_MAX} characters.`
    throw fault('OperationProhibited', 'PasswordTooLong', message)
  }
  if (onvifPassword(password)) {
    const message = 'A password must have at least 1 character and no control characters.'
    throw fault('OperationProhibited', 'Password', message)
  }
}

/** The levels that accounts here can have. */
export function checkLevel(level: string): OnvifLevel {
  if (level === 'Administrator' || level === 'Operator' || level === 'User') return level
  if (level === 'Anonymous') {
    const message = 'No account may be anonymous.'
    throw fault('OperationProhibited', 'AnonymousNotAllowed', message)
  }
  throw new Refusal('invalid', `The level ${level} is not known.`, ['Sender', 'ter:InvalidArgVal'])
}

/** Throws unless root would stay an administrator. Undefined means that it would be removed. */
export function checkRoot(name: string, level: OnvifLevel | undefined): void {
  if (name !== 'root' || level === 'Administrator') return
  const message = level
    ? 'The level of root cannot be changed.'
    : 'The account root cannot be deleted.'
  throw fault('InvalidArgVal', 'FixedUser', message)
}
