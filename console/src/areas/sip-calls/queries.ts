import { exportCallLog, getCallLog, getCallsPerDay } from '@lintel/contract/calls/call-log'
import type { LoggedCall } from '@lintel/contract/calls/call-log'
import { saveFile } from '@lintel/ui/save-file'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import type { PagedSource } from '../../app/list/paged-list.ts'
import { REPORT_TIMEOUT } from '../../app/timing.ts'

/** The call log, newest calls first unless people sort it. */
export const callsSource: PagedSource<LoggedCall> = {
  key: ['calls', 'log'],
  read: (request, signal) =>
    device.call(getCallLog, { sort: 'started', descending: true, ...request }, { signal }),
}

/** Days of the chart. */
const DAYS = 30

export const callsPerDayQuery = queryOptions({
  queryKey: ['calls', 'perDay'],
  queryFn: async ({ signal }) =>
    (await device.call(getCallsPerDay, { days: DAYS }, { signal })).days,
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
