import {
  clearCallLog,
  exportCallLog,
  getCallLog,
  getCallsPerDay,
} from '@lintel/contract/calls/call-log'
import type { LoggedCall } from '@lintel/contract/calls/call-log'
import { isLost } from '@lintel/contract/fault'
import { saveFile } from '@lintel/ui/save-file'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import type { PagedSource } from '../../app/list/paged-list.ts'
import { queryClient } from '../../app/query-client.ts'
import { REPORT_TIMEOUT } from '../../app/timing.ts'

/** The area of the events about calls. */
const AREA = 'calls'

/** The call log, newest calls first unless people sort it. */
export const callsSource: PagedSource<LoggedCall> = {
  key: [AREA, 'log'],
  read: (request, signal) =>
    device.call(getCallLog, { sort: 'started', descending: true, ...request }, { signal }),
}

/** Days of the chart. */
export const DAYS = 30

/** @param today the device's local date, on which the chart ends; undefined while that is unknown */
export const callsPerDayQuery = (today: string | undefined) =>
  queryOptions({
    queryKey: [AREA, 'perDay', today],
    queryFn: async ({ signal }) =>
      (await device.call(getCallsPerDay, { days: DAYS }, { signal })).days,
    placeholderData: keepPreviousData,
  })

/**
 * Downloads the calls that the filter finds as CSV.
 * @throws DeviceFault
 */
export async function downloadCalls(filter: string): Promise<void> {
  const bytes = await device.call(
    exportCallLog,
    filter.trim() === '' ? {} : { filter: filter.trim() },
    { timeoutMs: REPORT_TIMEOUT },
  )
  saveFile(bytes, 'text/csv', 'calls.csv')
}

/**
 * Deletes the past calls.
 * @throws DeviceFault
 */
export async function clearCalls(): Promise<void> {
  try {
    await device.call(clearCallLog, {})
  } catch (fault) {
    // After a lost answer the log itself knows.
    if (!isLost(fault) || !(await isCleared())) throw fault
  } finally {
    await queryClient.invalidateQueries({ queryKey: [AREA] })
  }
}

/** Whether all calls of the log go on; false while the device can't be asked. */
async function isCleared(): Promise<boolean> {
  try {
    const { items, total } = await device.call(getCallLog, {})
    return items.length === total && items.every(({ outcome }) => outcome === 'ongoing')
  } catch {
    return false
  }
}
