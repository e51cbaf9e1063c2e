import { removePhonebookEntries } from '@lintel/contract/calls/phonebook'
import { isLost } from '@lintel/contract/fault'
import { device } from '../../../app/device.ts'
import { queryClient } from '../../../app/query-client.ts'
import { AREA } from '../lists.ts'
import { entriesWith } from './entries.ts'

/**
 * Deletes an entry and those that belong to it.
 * @param department that it was in; one that is empty then is removed
 * @throws DeviceFault
 */
export async function deleteEntry(
  id: string,
  owned: readonly string[],
  department?: string,
): Promise<void> {
  try {
    await device.call(removePhonebookEntries, { ids: [id, ...owned] })
  } catch (fault) {
    // After a lost answer the device knows.
    if (!isLost(fault)) throw fault
    const left = await entriesWith([id], {}).catch(() => undefined)
    if (left?.length !== 0) throw fault
  } finally {
    if (department !== undefined) await removeIfEmpty(department)
    void queryClient.invalidateQueries({ queryKey: [AREA] })
  }
}

/**
 * Removes a department without contacts. One that can't be removed stays, which harms nobody. B §4.
 */
export async function removeIfEmpty(department: string): Promise<void> {
  try {
    const [found] = await entriesWith([department], {})
    if (found?.childIds.length !== 0) return
    await device.call(removePhonebookEntries, { ids: [department] })
  } catch {
    // What was asked for is done.
  }
}
