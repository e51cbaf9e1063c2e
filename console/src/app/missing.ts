import { DeviceFault } from '@lintel/contract/fault'

/** Whether a call failed because the device does not have it. */
export const isMissing = (fault: unknown): boolean =>
  fault instanceof DeviceFault && fault.kind === 'missing'

/** The answer of a call; undefined if the device does not have it. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (fault) {
    if (isMissing(fault)) return undefined
    throw fault
  }
}
