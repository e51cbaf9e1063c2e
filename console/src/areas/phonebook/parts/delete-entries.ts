import { removePhonebookEntries } from '@lintel/contract/calls/phonebook'
import { isLost } from '@lintel/contract/fault'
import { device } from '../../../app/device.ts'
import { queryClient } from '../../../app/query-client.ts'
import { AREA } from '../lists.ts'
import { entriesWith } from './entries.ts'

/**
 * Deletes an entry and those that belong to it.
 * @throws DeviceFault
 */
export async function deleteEntry(id: string, owned: readonly string[]): Promise<void> {
  try {
    await device.call(removePhonebookEntries, { ids: [id, ...owned] })
  } catch (fault) {
    // After a lost answer the device knows.
    if (!isLost(fault)) throw fault
    const left = await entriesWith([id], {}).catch(() => undefined)
    if (left?.length !== 0) throw fault
  } finally {
    void queryClient.invalidateQueries({ queryKey: [AREA] })
  }
}
