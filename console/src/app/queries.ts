import type { Role } from '@lintel/contract/access'
import { getServiceCapabilities } from '@lintel/contract/calls/intercom'
import { inGroups, listParameters } from '@lintel/contract/calls/parameters'
import type { ParameterList, ParameterValues } from '@lintel/contract/calls/parameters'
import { getDate, getDateTimeInfo } from '@lintel/contract/calls/time'
import type { Capabilities } from '@lintel/contract/capabilities'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { deviceTime } from './clock/device-clock.ts'
import { device } from './device.ts'
import { knowFirmware } from './firmware.ts'
import { unlessMissing } from './missing.ts'
import { role } from './session/me.ts'
import { CLOCK_RESYNC } from './timing.ts'

/** What the pages of viewers need; the rest is not requested. A §6. */
const VIEWER_GROUPS = inGroups(
  'root.Brand',
  'root.Properties',
  'root.Network.Bonjour.FriendlyName',
  'root.Network.IPv6.Enabled',
  'root.Network.eth0',
  'root.Input',
  'root.Output',
  'root.IOPort',
)

/** The parameters that pages read: all of them, or a reduced list for viewers. */
export const parametersQuery = (as: Role) =>
  queryOptions({
    queryKey: ['parameters'],
    queryFn: async ({ signal }): Promise<ParameterList> => {
      const groups = as === 'viewer' ? VIEWER_GROUPS : {}
      const list = await device.call(listParameters, groups, { signal })
      // Known once the app has started, unless the device could not be read then or has been
      // replaced.
      knowFirmware(list.values)
      return list
    },
    staleTime: 60_000,
  })

export const useParameters = () => useQuery(parametersQuery(role()))

/** The values; empty while there are none. */
export function useParameterValues(): ParameterValues {
  return useParameters().data?.values ?? NONE
}

const NONE: ParameterValues = new Map()

/** The device's capabilities, except on audio products. Without the service there are none. */
export const capabilitiesQuery = queryOptions({
  queryKey: ['capabilities'],
  queryFn: async ({ signal }): Promise<Partial<Capabilities>> => {
    const answer = await unlessMissing(device.call(getServiceCapabilities, {}, { signal }))
    return answer?.Capabilities ?? {}
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** The device's date, which administrators read at start-up. A §6. */
export const dateQuery = queryOptions({
  queryKey: ['time', 'date'],
  queryFn: ({ signal }) => device.call(getDate, {}, { signal }),
})

/** The device's time, for everybody (OPEN-119). Null if the device does not report it. */
export const timeQuery = queryOptions({
  queryKey: ['time', 'clock'],
  queryFn: async ({ signal }) => {
    const sent = performance.now()
    const { localDateTime, timeZone } = await device.call(getDateTimeInfo, {}, { signal })
    // Attributed to the middle of the round trip.
    const at = (sent + performance.now()) / 2
    return deviceTime(localDateTime, timeZone, at) ?? null
  },
  staleTime: 0,
  refetchInterval: CLOCK_RESYNC,
  refetchOnWindowFocus: 'always',
})
