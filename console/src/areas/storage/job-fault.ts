import { DeviceFault } from '@lintel/contract/fault'
import { JobFailed } from './sequence.ts'

/**
 * Turns the failure of a job into that of a call, so that a form shows the device's description.
 * @throws DeviceFault
 */
export async function withJobText<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (fault) {
    if (fault instanceof JobFailed) throw new DeviceFault('refused', 'disks.job', fault.message)
    throw fault
  }
}
