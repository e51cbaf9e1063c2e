import type { ActionFailureReason } from '@lintel/contract/calls/recipients'
import { useText } from '@lintel/ui/i18n'

/** Those that a broker can be the reason of; the rest are failures of the device. */
const KNOWN = ['unreachable', 'timeout', 'signIn', 'certificate', 'refused', 'protocol'] as const

/** Why a broker can't be reached, by the usual codes of system errors. */
const CODES = {
  ECONNREFUSED: 'noService',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  ECONNABORTED: 'closed',
  EHOSTUNREACH: 'noRoute',
  EHOSTDOWN: 'noRoute',
  ENETUNREACH: 'noRoute',
  ENETDOWN: 'noRoute',
  ENOTFOUND: 'noName',
  EAI_AGAIN: 'noName',
  EAI_FAIL: 'noName',
} as const

/** A code without words, which says nothing to people. */
const CODE = /^[A-Z][A-Z\d_]+$/

/**
 * What went wrong with a broker: the reason in words, and more about it in those of the other side.
 * Codes of system errors become words; others are left out.
 */
export function useReason() {
  const text = useText()
  return (reason: ActionFailureReason, detail = ''): { title: string; more: string } => {
    const code = reason === 'unreachable' && isKnown(detail) ? CODES[detail] : undefined
    if (code) return { title: text(`mqtt.reason.${code}`), more: '' }
    const known = KNOWN.find((one) => one === reason)
    return {
      title: text(known ? `mqtt.reason.${known}` : 'ui.fault.refused'),
      more: CODE.test(detail) ? '' : detail,
    }
  }
}

const isKnown = (code: string): code is keyof typeof CODES => Object.hasOwn(CODES, code)
