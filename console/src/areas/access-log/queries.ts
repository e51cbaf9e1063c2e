/** Who opened which door of a door controller, and who could not. Own design. */
import { clearAccessLog, exportAccessLog, getAccessLog } from '@lintel/contract/calls/access-log'
import type { LoggedAccess } from '@lintel/contract/calls/access-log'
import { isLost } from '@lintel/contract/fault'
import { saveFile } from '@lintel/ui/save-file'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import type { PagedSource } from '../../app/list/paged-list.ts'
import { queryClient } from '../../app/query-client.ts'
import { REPORT_TIMEOUT } from '../../app/timing.ts'

/** The area of its events. */
const AREA = 'access'

const NEWEST_FIRST = { sort: 'at', descending: true } as const

/** The log, newest first unless people sort it. */
export const accessSource: PagedSource<LoggedAccess> = {
  key: [AREA, 'log'],
  read: (request, signal) => device.call(getAccessLog, { ...NEWEST_FIRST, ...request }, { signal }),
}

/** The last decision, or null. */
export const lastAccessQuery = queryOptions({
  queryKey: [AREA, 'last'],
  queryFn: async ({ signal }) => {
    const { items } = await device.call(getAccessLog, { ...NEWEST_FIRST, limit: 1 }, { signal })
    return items[0] ?? null
  },
})

/**
 * Downloads what the filter finds as CSV.
 * @throws DeviceFault
 */
export async function downloadAccessLog(filter: string): Promise<void> {
  const bytes = await device.call(
    exportAccessLog,
    filter.trim() === '' ? {} : { filter: filter.trim() },
    { timeoutMs: REPORT_TIMEOUT },
  )
  saveFile(bytes, 'text/csv', 'access-log.csv')
}

/**
 * Deletes all entries.
 * @throws DeviceFault
 */
export async function clearAccess(): Promise<void> {
  try {
    await device.call(clearAccessLog, {})
  } catch (fault) {
    // After a lost answer the log itself knows.
    if (!isLost(fault) || !(await isCleared())) throw fault
  } finally {
    await queryClient.invalidateQueries({ queryKey: [AREA] })
  }
}

/** Whether the log is empty; false while the device can't be asked. */
async function isCleared(): Promise<boolean> {
  try {
    return (await device.call(getAccessLog, { limit: 1 })).total === 0
  } catch {
    return false
  }
}
