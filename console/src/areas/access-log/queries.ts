/** Who opened which door of a door controller, and who could not. Own design. */
import { clearAccessLog, exportAccessLog, getAccessLog } from '@lintel/contract/calls/access-log'
import type { LoggedAccess } from '@lintel/contract/calls/access-log'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { deviceLog } from '../../app/list/device-log.ts'
import { REPORT_TIMEOUT } from '../../app/timing.ts'

/** The area of its events. */
const AREA = 'access'

const NEWEST_FIRST = { sort: 'at', descending: true } as const

/** The log, newest first unless people sort it. */
export const accessLog = deviceLog<LoggedAccess>({
  area: AREA,
  read: (request, options) => device.call(getAccessLog, { ...NEWEST_FIRST, ...request }, options),
  csv: (request) => device.call(exportAccessLog, request, { timeoutMs: REPORT_TIMEOUT }),
  fileName: 'access-log.csv',
  clear: () => device.call(clearAccessLog, {}),
})

/** The last decision, or null. */
export const lastAccessQuery = queryOptions({
  queryKey: [AREA, 'last'],
  queryFn: async ({ signal }) => {
    const { items } = await device.call(getAccessLog, { ...NEWEST_FIRST, limit: 1 }, { signal })
    return items[0] ?? null
  },
})
