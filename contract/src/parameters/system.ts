import { licenceKitAddress } from '../rules/applications.ts'
import { oneOf, text, whole, withDefault, yesNo } from './codec.ts'
import { group } from './group.ts'

const policy = oneOf(['http', 'https', 'both'], 'both')

/**
 * Since firmware 7.10 the administrators' policy applies to everybody.
 *
 * `SessionDays` is of our own design: the days after which people have to sign in again, however
 * much they use the device. So is `LicenseKit`: where browsers load the kit of the vendor of
 * applications from, which fetches licence keys; empty if there is none.
 */
export const system = group('System', {
  RootPwdSet: yesNo,
  'BoaGroupPolicy.admin': policy,
  'BoaGroupPolicy.operator': policy,
  'BoaGroupPolicy.viewer': policy,
  LicenseKit: text(255, licenceKitAddress),
  SessionDays: withDefault(whole(1, 365), 30),
})
