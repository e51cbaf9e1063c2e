import { DeviceFault } from '@lintel/contract/fault'
import type { MessageId } from '@lintel/contract/messages'
import type { Problem } from '@lintel/contract/rules/problem'
import { problem } from '@lintel/contract/rules/problem'
import { useCallback } from 'react'
import { useProblemText } from './i18n.tsx'

/**
 * The message for a failed call, with the device's reason when it sent one. Errors that are not
 * faults of a call get the general message.
 */
export function faultProblem(fault: unknown): Problem {
  if (!(fault instanceof DeviceFault)) return problem('ui.fault.refused')
  return fault.kind === 'refused' && fault.message !== ''
    ? problem('ui.fault.refusedBecause', { reason: fault.message })
    : problem(`ui.fault.${fault.kind}`)
}

/** The id of that message. */
export const faultText = (fault: unknown): MessageId => faultProblem(fault).id

/** Returns a function from failures to sentences. */
export function useFaultText(): (fault: unknown) => string {
  const text = useProblemText()
  return useCallback((fault) => text(faultProblem(fault)), [text])
}
