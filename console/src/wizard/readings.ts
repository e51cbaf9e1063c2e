import { categoryOf } from '@lintel/contract/capabilities'
import type { Category } from '@lintel/contract/capabilities'
import { getBrand } from '@lintel/contract/calls/identity'
import { listParameters } from '@lintel/contract/calls/parameters'
import { getAllTime, getDateTimeInfo } from '@lintel/contract/calls/time'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { OWN_CALLS } from '@lintel/contract/firmware'
import { deviceTime } from '../app/clock/device-clock.ts'
import type { DeviceTime } from '../app/clock/device-clock.ts'
import type { NetworkValues } from '../network/ipv4.ts'
import type { TimeValues } from './draft.ts'
import { inZone, manualAt } from '../time/local-time.ts'
import { given, sourceIn } from '../time/source.ts'
import { findZone, isFactoryZone } from '../time/zone-names.ts'

export interface Product {
  /** `A8307-E`. */
  number: string
  shortName: string
  category: Category
}

/** What the network page shows and starts from. */
export interface NetworkReading {
  address: string
  subnetMask: string
  router: string
  nameServers: string[]
  /** Whether the address comes from a DHCP server; only then name servers can. */
  dhcp: boolean
  /** Whether an address can be tried before it counts for good. */
  trials: boolean
  values: NetworkValues
}

/** What the time page shows and starts from. */
export interface TimeReading {
  clock: DeviceTime
  /** Every zone that can be set. */
  zones: string[]
  /** The zone in use; empty while the device follows a POSIX rule. */
  zone: string
  posixZone: string
  /** The last year that the clock can be set to. */
  lastYear: number
  /** The time server that DHCP named; empty without one. */
  dhcpServer: string
  /** Whether the browser's zone is proposed, because the device is still at its factory zone. */
  zoneProposed: boolean
  values: TimeValues
}

const NONE = '0.0.0.0'

export async function readProduct(client: Client): Promise<Product> {
  const { Brand } = await client.call(getBrand, {})
  return {
    number: Brand.ProdNbr,
    shortName: Brand.ProdShortName,
    category: categoryOf(Brand.ProdType),
  }
}

/** The addresses in use (`eth0`, `Routing`, `Resolver`) and the name servers that are stored. A §7. */
export async function readNetwork(client: Client): Promise<NetworkReading> {
  const { values } = await client.call(listParameters, { group: `root.Network,${OWN_CALLS}` })
  const get = (name: string) => values.get(`root.Network.${name}`)
  const dhcp = get('BootProto') !== 'none'
  return {
    address: given(get('eth0.IPAddress')),
    subnetMask: given(get('eth0.SubnetMask')),
    router: given(get('Routing.DefaultRouter')),
    nameServers: [get('Resolver.NameServer1'), get('Resolver.NameServer2')]
      .map(given)
      .filter((server) => server !== ''),
    dhcp,
    trials: values.has(OWN_CALLS),
    values: {
      ipAutomatic: dhcp,
      dnsAutomatic: dhcp && get('Resolver.ObtainFromDHCP') !== 'no',
      // Whoever turns DHCP off mostly wants to keep what it gave.
      ipAddress: (dhcp ? get('eth0.IPAddress') : get('IPAddress')) ?? NONE,
      subnetMask: (dhcp ? get('eth0.SubnetMask') : get('SubnetMask')) ?? NONE,
      router: (dhcp ? get('Routing.DefaultRouter') : get('DefaultRouter')) ?? NONE,
      domainName: get('DomainName') ?? '',
      dnsServer1: get('DNSServer1') ?? NONE,
      dnsServer2: get('DNSServer2') ?? NONE,
    },
  }
}

/**
 * The clock, the zones and the time source. A §7.
 * @param here the browser's zone
 * @param monotonic the monotonic clock that goes on from the answer, in milliseconds
 */
export async function readTime(
  client: Client,
  here: string,
  monotonic: () => number,
): Promise<TimeReading> {
  const [all, { values }] = await Promise.all([
    client.call(getAllTime, {}).then((answer) => ({ ...answer, at: monotonic() })),
    client.call(listParameters, { group: 'root.Time' }),
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
    dhcpServer: given(values.get('root.Time.NTP.VolatileServer')),
    zoneProposed,
    values: {
      ...sourceIn(values),
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
