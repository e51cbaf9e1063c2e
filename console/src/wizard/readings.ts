import { categoryOf } from '@lintel/contract/capabilities'
import type { Category } from '@lintel/contract/capabilities'
import { getBrand } from '@lintel/contract/calls/identity'
import { inGroups, listParameters } from '@lintel/contract/calls/parameters'
import { getAllTime, getDateTimeInfo } from '@lintel/contract/calls/time'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { deviceTime } from '../app/clock/device-clock.ts'
import type { DeviceTime } from '../app/clock/device-clock.ts'
import { NETWORK_GROUP, networkIn } from '../network/reading.ts'
import type { NetworkReading } from '../network/reading.ts'
import type { TimeValues } from './draft.ts'
import { inZone, manualAt } from '../time/local-time.ts'
import { dhcpServerIn, sourceIn } from '../time/source.ts'
import { findZone, isFactoryZone } from '../time/zone-names.ts'

export interface Product {
  /** `A8307-E`. */
  number: string
  shortName: string
  category: Category
}

/** What the time page shows and starts from. */
export interface TimeReading {
  clock: DeviceTime
  /** Every zone that can be set. */
  zones: string[]
  /** The time zone; empty while the device uses a POSIX rule. */
  zone: string
  posixZone: string
  /** The last year that the clock can be set to. */
  lastYear: number
  /** The time server that DHCP supplied; empty without one. */
  dhcpServer: string
  /** Whether to propose the browser's zone, because the device still has its factory zone. */
  zoneProposed: boolean
  values: TimeValues
}

export async function readProduct(client: Client): Promise<Product> {
  const { Brand } = await client.call(getBrand, {})
  return {
    number: Brand.ProdNbr,
    shortName: Brand.ProdShortName,
    category: categoryOf(Brand.ProdType),
  }
}

/** The addresses in use and the stored name servers. A §7. */
export async function readNetwork(client: Client): Promise<NetworkReading> {
  const { values } = await client.call(listParameters, NETWORK_GROUP)
  const reading = networkIn(values)
  const { dhcp, values: stored } = reading
  // A restore keeps a fixed address and turns automatic name servers on, which then have no source.
  const friendlyName = values.get('root.Network.Bonjour.FriendlyName')
  const named = friendlyName === undefined ? {} : { friendlyName }
  const dnsAutomatic = dhcp && stored.dnsAutomatic
  return { ...reading, values: { ...stored, dnsAutomatic, ...named } }
}

/**
 * The clock, the zones and the time source. A §7.
 * @param here the browser's zone
 * @param monotonic the monotonic clock, in milliseconds, for extrapolating the answer
 */
export async function readTime(
  client: Client,
  here: string,
  monotonic: () => number,
): Promise<TimeReading> {
  const [all, { values }] = await Promise.all([
    client.call(getAllTime, {}).then((answer) => ({ ...answer, at: monotonic() })),
    client.call(listParameters, inGroups('root.Time')),
  ])
  const zone = all.timeZone ?? ''
  const proposal = isFactoryZone(zone) ? findZone(all.timeZones, here) : undefined
  const zoneProposed = proposal !== undefined && proposal !== zone
  const clock = clockOf(all.localDateTime, all.timeZone, all.at)
  const chosen = zoneProposed ? proposal : zone
  return {
    clock,
    zones: all.timeZones,
    zone,
    posixZone: all.posixTimeZone,
    lastYear: all.maxYearSupported,
    dhcpServer: dhcpServerIn(values),
    zoneProposed,
    values: {
      ...proposed(sourceIn(values), dhcpServerIn(values)),
      zone: chosen,
      ...manualAt(inZone(clock, chosen), all.at),
    },
  }
}

/** The device's clock alone. */
export async function readClock(client: Client, monotonic: () => number): Promise<DeviceTime> {
  const { localDateTime, timeZone } = await client.call(getDateTimeInfo, {})
  return clockOf(localDateTime, timeZone, monotonic())
}

function clockOf(localDateTime: string, zone: string | undefined, at: number): DeviceTime {
  const clock = deviceTime(localDateTime, zone, at)
  if (!clock) throw new DeviceFault('malformed', getDateTimeInfo.id, '')
  return clock
}

/** A public time server, for devices that know none (pool.ntp.org). Own. */
const PUBLIC_SERVER = 'pool.ntp.org'

/** The source that the page proposes: not DHCP if that provides no time server. */
function proposed(
  source: ReturnType<typeof sourceIn>,
  dhcpServer: string,
): ReturnType<typeof sourceIn> {
  if (source.source === 'named' || dhcpServer !== '') return source
  return { ...source, source: 'named', server: source.server || PUBLIC_SERVER }
}
