import type { CallOptions } from '@lintel/contract/client'
import { inGroups, listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import {
  getAllTime,
  getDate,
  getTime,
  getTimeStatus,
  setDate,
  setTimeZone,
} from '@lintel/contract/calls/time'
import type { TimeStatus } from '@lintel/contract/calls/time'
import { queryOptions } from '@tanstack/react-query'
import { deviceTime } from '../../app/clock/device-clock.ts'
import { device } from '../../app/device.ts'
import { unlessMissing } from '../../app/missing.ts'
import { dateQuery, timeQuery } from '../../app/queries.ts'
import { PartlySaved, readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Basis, Reading } from '../../app/stored/stored-setting.ts'
import { CLOCK_RESYNC, TIME_SETTLES } from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import { dateFields, dhcpServerIn, sourceIn, sourceParameters } from '../../time/source.ts'
import type { SourceValues } from '../../time/source.ts'
import { isSameZone } from '../../time/zone-names.ts'

/** The stored time source. */
export type Source = ReturnType<typeof sourceIn>

/** What the page's forms start from. */
export interface TimeSettings {
  source: Source
  /** The time server that DHCP supplied; empty without one. */
  dhcpServer: string
  /** The time zone; empty while the device uses a POSIX rule. */
  zone: string
  posixZone: string
  /** Every zone that can be set; none if the firmware has no call for that. */
  zones: string[]
  /** The last year that the clock can be set to. */
  lastYear: number
}

/** The synchronisation of the clock, with the monotonic time of the answer. */
export type SyncStatus = TimeStatus & { at: number }

/** The device announces changes of the state; the time of the last success is polled. */
export const timeStatusQuery = queryOptions({
  queryKey: ['time', 'status'],
  queryFn: async ({ signal }): Promise<SyncStatus> => {
    const status = await device.call(getTimeStatus, {}, { signal })
    return { ...status, at: performance.now() }
  },
  refetchInterval: CLOCK_RESYNC,
})

async function readSettings(options: CallOptions): Promise<TimeSettings> {
  const { signal } = options
  const { values } = await device.call(listParameters, inGroups('root.Time'), options)
  const all = await unlessMissing(device.call(getAllTime, {}, signal ? { signal } : {}))
  return {
    source: sourceIn(values),
    dhcpServer: dhcpServerIn(values),
    zone: all?.timeZone ?? '',
    posixZone: all?.posixTimeZone ?? values.get('root.Time.POSIXTimeZone') ?? '',
    zones: all?.timeZones ?? [],
    lastYear: all?.maxYearSupported ?? LAST_YEAR,
  }
}

/** The last year that every clock can be set to: seconds since 1970 in 32 bits end in 2038. */
const LAST_YEAR = 2037

/**
 * The local time of firmware that does not tell the zone with it: as if the device were at UTC, so only
 * for what shows local times. Null if it is no time.
 */
export const localTimeQuery = queryOptions({
  queryKey: ['time', 'local'],
  queryFn: async ({ signal }) => {
    const sent = performance.now()
    const date = await device.call(getDate, {}, { signal })
    const time = await device.call(getTime, {}, { signal })
    return deviceTime(`${date}T${time}Z`, undefined, (sent + performance.now()) / 2) ?? null
  },
  staleTime: 0,
  refetchInterval: CLOCK_RESYNC,
})

/** What both forms save parts of. The clock in the top bar follows at once. */
const time: Reading<TimeSettings> = {
  key: ['time', 'settings'],
  read: readSettings,
  alsoShown: [timeQuery.queryKey, dateQuery.queryKey, timeStatusQuery.queryKey, ['time', 'local']],
}

export const timeSettingsQuery = readingQuery(time)

/** Whether two sources mean the same: settings of automatic time don't count without it. */
function sameSource(one: Source, other: Source): boolean {
  if (one.automatic !== other.automatic) return false
  if (!one.automatic) return true
  return one.source === other.source && (one.source === 'dhcp' || one.server === other.server)
}

/** Whether somebody typed a time; otherwise the fields follow the clock. */
const isTyped = ({ changed }: Basis<SourceValues>): boolean =>
  changed.has('date') || changed.has('time')

/**
 * The time source. Automatic time gets 5 s to settle (A §4). With manual time the clock is set to
 * the full minute, unless nobody typed a time: then it keeps running.
 */
export const sourceSetting = storedSetting<TimeSettings, SourceValues>({
  ...time,
  call: updateParameters.id,
  values: ({ source }) => ({ ...source, date: '', time: '' }),
  same: sameSource,
  // The clock has moved on since.
  proves: ({ source }, sent, basis) => sameSource(source, sent) && !isTyped(basis),
  async write(values, { options, ...basis }) {
    await device.call(updateParameters, sourceParameters(values), options)
    if (values.automatic) await wait(TIME_SETTLES)
    else if (isTyped(basis)) {
      await device.call(setDate, dateFields(values)).catch((cause: unknown) => {
        throw new PartlySaved('', { cause })
      })
    }
    return undefined
  },
})

/** The device's time zone, by name. */
export const zoneSetting = storedSetting<TimeSettings, { zone: string }>({
  ...time,
  call: setTimeZone.id,
  values: ({ zone }) => ({ zone }),
  stores: (now, { zone }) => isSameZone(now.zone, zone),
  async write({ zone }, { options }) {
    await device.call(setTimeZone, { timeZone: zone }, options)
    return undefined
  },
})
