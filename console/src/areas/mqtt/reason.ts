import type { ActionFailureReason } from '@lintel/contract/calls/recipients'
import { useText } from '@lintel/ui/i18n'

/** Those that a broker can be the reason of; the rest are failures of the device. */
const KNOWN = ['unreachable', 'timeout', 'signIn', 'certificate', 'refused', 'protocol'] as const

/** What went wrong with a broker, in words. */
export function useReason(): (reason: ActionFailureReason) => string {
  const text = useText()
  return (reason) => {
    const known = KNOWN.find((one) => one === reason)
    return text(known ? `mqtt.reason.${known}` : 'ui.fault.refused')
  }
}
