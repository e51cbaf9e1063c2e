import { oneOf, whole, withDefault, yesNo } from './codec.ts'
import { group } from './group.ts'

const policy = oneOf(['http', 'https', 'both'], 'both')

/**
 * Since firmware 7.10 the administrators' policy applies to everybody.
 *
 * `SessionDays` is of our own design: the days after which people have to sign in again, however
 * much they use the device.
 */
export const system = group('System', {
  RootPwdSet: yesNo,
  'BoaGroupPolicy.admin': policy,
  'BoaGroupPolicy.operator': policy,
  'BoaGroupPolicy.viewer': policy,
  SessionDays: withDefault(whole(1, 365), 30),
})
