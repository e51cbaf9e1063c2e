import {
  clearCallLog,
  exportCallLog,
  getCallLog,
  getCallsPerDay,
} from '@lintel/contract/calls/call-log'
import type { LoggedCall } from '@lintel/contract/calls/call-log'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { deviceLog } from '../../app/list/device-log.ts'
import { REPORT_TIMEOUT } from '../../app/timing.ts'

/** The area of the events about calls. */
const AREA = 'calls'

/** The call log, newest calls first unless people sort it. Clearing keeps calls that go on. */
export const callLog = deviceLog<LoggedCall>({
  area: AREA,
  read: (request, options) =>
    device.call(getCallLog, { sort: 'started', descending: true, ...request }, options),
  csv: (request) => device.call(exportCallLog, request, { timeoutMs: REPORT_TIMEOUT }),
  fileName: 'calls.csv',
  clear: () => device.call(clearCallLog, {}),
  isCleared: ({ items, total }) =>
    items.length === total && items.every(({ outcome }) => outcome === 'ongoing'),
})

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
