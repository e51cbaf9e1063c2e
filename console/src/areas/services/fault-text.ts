import { DeviceFault } from '@lintel/contract/fault'
import { APP_CODES, toldCode } from '@lintel/contract/rules/applications'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'

/** What the code says with which the device has refused something; codes without a text: OPEN-103. */
export function useAppFaultText(): (fault: unknown) => string {
  const text = useText()
  const faultText = useFaultText()
  return (fault) => {
    if (!(fault instanceof DeviceFault) || fault.kind !== 'refused') return faultText(fault)
    const code = toldCode(fault.message)
    const reason = text(`services.error.${code}`)
    const isTold = code !== APP_CODES.unspecified || fault.message === String(code)
    const isCode = /^\d+$/.test(fault.message)
    return isTold || !isCode
      ? reason
      : text('services.error.other', { reason, code: fault.message })
  }
}
