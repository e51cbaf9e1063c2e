import { DeviceFault } from '@lintel/contract/fault'

/** Whether a call failed because the device does not have it. */
export const isMissing = (fault: unknown): boolean =>
  fault instanceof DeviceFault && fault.kind === 'missing'

/** Whether a call failed because its record does not exist, or no longer. */
export const isAbsent = (fault: unknown): boolean =>
  fault instanceof DeviceFault && fault.kind === 'absent'

/** The answer of a call; undefined if the device has neither it nor the record that it is about. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (fault) {
    if (isMissing(fault) || isAbsent(fault)) return undefined
    throw fault
  }
}
