import { DeviceFault, isNotFound } from '@lintel/contract/fault'

/** Whether a call failed because the device does not have it. */
export const isMissing = (fault: unknown): boolean =>
  fault instanceof DeviceFault && fault.kind === 'missing'

/** The answer of a call; undefined if the device has neither it nor the record that it is about. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (fault) {
    if (isNotFound(fault)) return undefined
    throw fault
  }
}
