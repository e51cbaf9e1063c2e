import { SoapFault } from '@lintel/contract/soap-client'
import { ONVIF_NAME_MAX, PASSWORD_MAX } from '@lintel/contract/rules/account'
import type { Problem } from '@lintel/contract/rules/problem'
import { problem } from '@lintel/contract/rules/problem'
import { faultProblem } from '@lintel/ui/fault-text'
import { useProblemText, useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useCallback } from 'react'
import { history } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'

/** Why an operation on an ONVIF user failed, by the code of the device's fault. */
function failureOf(fault: unknown, name: string): Problem {
  switch (fault instanceof SoapFault ? fault.subcode : '') {
    case 'UsernameClash':
      return problem('users.nameIsTaken')
    case 'UsernameTooLong':
      return problem('onvif.nameTooLong', { max: ONVIF_NAME_MAX })
    case 'UsernameMissing':
      return problem('users.gone', { name })
    case 'PasswordTooLong':
      return problem('onvif.passwordTooLong', { max: PASSWORD_MAX })
    case 'TooManyUsers':
      return problem('onvif.tooMany')
    case 'FixedUser':
      return problem('onvif.rootIsFixed')
    default:
      return faultProblem(fault)
  }
}

/** Returns to the list, which shows what is the case, and says why an operation failed. B §8. */
export function useReturnAfterFailure(): (
  what: 'onvif.notSaved' | 'onvif.notDeleted',
  name: string,
  fault: unknown,
) => void {
  const text = useText()
  const because = useProblemText()
  return useCallback(
    (what, name, fault) => {
      const reason = because(failureOf(fault, name))
      showToast({ status: 'critical', text: text(what, { name, because: reason }) })
      history.navigate(paths.onvifUsers(), { force: true })
    },
    [text, because],
  )
}
