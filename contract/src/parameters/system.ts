import { oneOf, yesNo } from './codec.ts'
import { group } from './group.ts'

const policy = oneOf(['http', 'https', 'both'], 'both')

/** Since firmware 7.10 the administrators' policy applies to everybody. */
export const system = group('System', {
  RootPwdSet: yesNo,
  'BoaGroupPolicy.admin': policy,
  'BoaGroupPolicy.operator': policy,
  'BoaGroupPolicy.viewer': policy,
})
