import { getHealth } from '@lintel/contract/calls/health'
import type { HealthRange } from '@lintel/contract/calls/health'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { HEALTH_POLL } from '../../app/timing.ts'

/** What the device has measured of itself. The last range stays while another one loads. */
export const healthQuery = (range: HealthRange) =>
  queryOptions({
    queryKey: ['health', range],
    queryFn: ({ signal }) => device.call(getHealth, { range }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: HEALTH_POLL,
  })
