import { oneOf, yesNo } from './codec.ts'
import { group } from './group.ts'

const policy = oneOf(['http', 'https', 'both'], 'both')

/** Since firmware 7.10 one policy holds for all, that of the administrators. */
export const system = group('System', {
  RootPwdSet: yesNo,
  'BoaGroupPolicy.admin': policy,
  'BoaGroupPolicy.operator': policy,
  'BoaGroupPolicy.viewer': policy,
})
