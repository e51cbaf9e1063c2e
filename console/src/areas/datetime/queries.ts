import { DeviceFault } from '@lintel/contract/fault'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { getAllTime, getTimeStatus, setDate, setTimeZone } from '@lintel/contract/calls/time'
import type { TimeStatus } from '@lintel/contract/calls/time'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { queryClient } from '../../app/query-client.ts'
import { CLOCK_RESYNC, TIME_SETTLES } from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import { dateFields, dhcpServerIn, sourceIn, sourceParameters } from '../../time/source.ts'
import type { SourceValues } from '../../time/source.ts'
import { isSameZone } from '../../time/zone-names.ts'

/** Where the device has its time from, as it is stored. */
export type Source = ReturnType<typeof sourceIn>

/** What the page's forms start from. */
export interface TimeSettings {
  source: Source
  /** The time server that DHCP named; empty without one. */
  dhcpServer: string
  /** The zone in use; empty while the device follows a POSIX rule. */
  zone: string
  posixZone: string
  /** Every zone that can be set. */
  zones: string[]
  /** The last year that the clock can be set to. */
  lastYear: number
}

/** How the clock follows its server, and the monotonic moment at which that was told. */
export type ToldStatus = TimeStatus & { at: number }

export const timeSettingsQuery = queryOptions({
  queryKey: ['time', 'settings'],
  queryFn: ({ signal }) => readSettings(signal),
})

/** The device tells when the state changes; the age of what is well is asked for. */
export const timeStatusQuery = queryOptions({
  queryKey: ['time', 'status'],
  queryFn: async ({ signal }): Promise<ToldStatus> => {
    const status = await device.call(getTimeStatus, {}, { signal })
    return { ...status, at: performance.now() }
  },
  refetchInterval: CLOCK_RESYNC,
})

async function readSettings(signal?: AbortSignal): Promise<TimeSettings> {
  const options = signal ? { signal } : {}
  const [all, { values }] = await Promise.all([
    device.call(getAllTime, {}, options),
    device.call(listParameters, { group: 'root.Time' }, options),
  ])
  return {
    source: sourceIn(values),
    dhcpServer: dhcpServerIn(values),
    zone: all.timeZone ?? '',
    posixZone: all.posixTimeZone,
    zones: all.timeZones,
    lastYear: all.maxYearSupported,
  }
}

/** Everything about the time again: the clock in the top bar follows at once. */
async function readBack(): Promise<TimeSettings> {
  const settings = await readSettings()
  queryClient.setQueryData(timeSettingsQuery.queryKey, settings)
  await queryClient.invalidateQueries({
    queryKey: ['time'],
    predicate: ({ queryKey }) => queryKey[1] !== 'settings',
  })
  return settings
}

/** Whether two sources mean the same: what automatic time needs does not count without it. */
export function sameSource(one: Source, other: Source): boolean {
  if (one.automatic !== other.automatic) return false
  if (!one.automatic) return true
  return one.source === other.source && (one.source === 'dhcp' || one.server === other.server)
}

/** Somebody else changed the setting after the page had read it; the page has what it is now. */
export class ChangedMeanwhile extends Error {
  readonly now: TimeSettings
  constructor(now: TimeSettings) {
    super()
    this.now = now
  }
}

/** The time source is stored, and the clock could not be set. `cause` says why. */
export class ClockNotSet extends Error {}

/**
 * What is stored now, to be written over.
 * @throws ChangedMeanwhile unless it is as the page had read it, or as it is to be
 */
async function unchanged(fits: (now: TimeSettings) => boolean): Promise<void> {
  const now = await readSettings()
  if (fits(now)) return
  queryClient.setQueryData(timeSettingsQuery.queryKey, now)
  throw new ChangedMeanwhile(now)
}

/**
 * Stores where the time comes from, and reads it back. Automatic time gets 5 s to settle (A §4); by
 * hand, the clock is set to the full minute, unless nobody typed a time: then it goes on.
 * @param typed whether date or time were typed
 * @throws ClockNotSet when only the first half was done
 */
export async function saveSource(
  before: Source,
  values: SourceValues,
  typed: boolean,
): Promise<void> {
  await unchanged(({ source }) => sameSource(source, before) || sameSource(source, values))
  await device.call(updateParameters, sourceParameters(values))
  if (values.automatic) await wait(TIME_SETTLES)
  else if (typed) {
    await device.call(setDate, dateFields(values)).catch((cause: unknown) => {
      void readBack().catch(() => undefined)
      throw new ClockNotSet('', { cause })
    })
  }
  const { source } = await readBack()
  if (!sameSource(source, values)) throw new DeviceFault('refused', updateParameters.id, '')
}

/** Stores the zone, and reads it back. */
export async function saveZone(before: string, zone: string): Promise<void> {
  await unchanged((now) => now.zone === before || now.zone === zone)
  await device.call(setTimeZone, { timeZone: zone })
  const now = await readBack()
  if (!isSameZone(now.zone, zone)) throw new DeviceFault('refused', setTimeZone.id, '')
}
