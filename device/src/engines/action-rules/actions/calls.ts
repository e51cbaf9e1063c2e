import type { SipAccounts } from '../../../state/sip-accounts.ts'
import { VMS_CALL } from '../../telephone/call-events.ts'
import type { Telephone } from '../../telephone/telephone.ts'
import { ActionFailure } from '../types.ts'
import type { LocalAction } from '../types.ts'

export interface CallParts {
  telephone: Pick<Telephone, 'call' | 'hangUpAll'>
  sipAccounts: Pick<SipAccounts, 'find'>
}

/** Makes calls, and ends them. Own design. */
export function callActions({ telephone, sipAccounts }: CallParts): [string, LocalAction][] {
  return [
    [
      'com.lintel.action.fixed.call.make',
      async ({ parameters }) => {
        const { to = '', account = '' } = parameters
        if (to === VMS_CALL) throw new ActionFailure('notPossible', 'VMS calls are not supported.')
        if (account !== '' && !sipAccounts.find(account)) {
          throw new ActionFailure('notFound', 'There is no such SIP account.')
        }
        return telephone.call(to, account)
      },
    ],
    [
      'com.lintel.action.fixed.call.end',
      () => {
        telephone.hangUpAll()
        return Promise.resolve('')
      },
    ],
  ]
}
