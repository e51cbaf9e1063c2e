import { Refusal } from '@lintel/contract/fault'
import { isSystemAccount, password, PASSWORD_MAX, userName } from '@lintel/contract/rules/account'

/**
 * A name has 1 to 14 letters and digits and is not one of the device's service accounts; the
 * message is recorded.
 */
export function checkName(user: string): void {
  if (userName(user) || isSystemAccount(user)) throw new Refusal('invalid', 'account user name.')
}

/**
 * 1 to 64 characters with codes 32 to 126, as in the console's form, whether or not the request has
 * `strict_pwd`. Source: specification A §5, §9.
 */
export function checkPassword(text: string): void {
  if (text === '' || text.length > PASSWORD_MAX) {
    throw new Refusal('invalid', `the password must have 1 to ${PASSWORD_MAX} characters.`)
  }
  if (password(text)) {
    throw new Refusal('invalid', 'the password must have printable ASCII characters only.')
  }
}
