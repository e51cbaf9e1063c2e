import { isNotFound } from '@lintel/contract/fault'

/** The answer of a call; undefined if the device has neither it nor the record that it is about. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (fault) {
    if (isNotFound(fault)) return undefined
    throw fault
  }
}
