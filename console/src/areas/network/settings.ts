/** The network's parameters as the page's forms hold them. Source: console specification A §3, A §7. */
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { discovery, network } from '@lintel/contract/parameters/network'
import { parameterRecord } from '@lintel/contract/parameters/record'
import { friendlyName, hostName } from '@lintel/contract/rules/discovery'
import { found } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { sameRecord } from '../../app/stored/same-record.ts'
import type { NetworkValues } from '../../network/ipv4.ts'
import { networkIn, networkParameters } from '../../network/reading.ts'
import type { NetworkReading } from '../../network/reading.ts'

export interface Ipv6Values {
  enabled: boolean
}

export interface DiscoveryValues {
  /** The DHCP server may name the device. */
  hostNameByDhcp: boolean
  hostName: string
  friendlyName: string
  bonjour: boolean
  upnp: boolean
}

export interface NetworkSettings {
  ipv4: NetworkReading
  /** Undefined on a device without IPv6. */
  ipv6: (Ipv6Values & { addresses: readonly string[] }) | undefined
  discovery: DiscoveryValues
  /** The device's own name, whatever the DHCP server calls it. */
  ownHostName: string
  /** The trial of another address: it is in use, but not stored. */
  tried: { user: string; to: string } | undefined
}

const PARAMETERS = parameterRecord(
  { ...network, ...discovery },
  {
    ipv6Enabled: 'root.Network.IPv6.Enabled',
    ipv6Addresses: 'root.Network.eth0.IPv6.IPAddresses',
    hostNameByDhcp: 'root.Network.VolatileHostName.ObtainFromDHCP',
    hostNameInUse: 'root.Network.VolatileHostName.HostName',
    hostName: 'root.Network.HostName',
    friendlyName: 'root.Network.Bonjour.FriendlyName',
    upnpName: 'root.Network.UPnP.FriendlyName',
    bonjour: 'root.Network.Bonjour.Enabled',
    upnp: 'root.Network.UPnP.Enabled',
  },
)

/** The device's settings, with the names and addresses in use. */
export function settingsIn(parameters: ParameterValues): Omit<NetworkSettings, 'tried'> {
  const found = PARAMETERS.read(parameters)
  const { hostNameByDhcp, hostName, hostNameInUse, friendlyName, bonjour, upnp } = found
  return {
    ipv4: networkIn(parameters),
    ipv6: parameters.has('root.Network.IPv6.Enabled')
      ? { enabled: found.ipv6Enabled, addresses: found.ipv6Addresses }
      : undefined,
    discovery: {
      hostNameByDhcp,
      // The values from the DHCP server can be edited (OPEN-34).
      hostName: (hostNameByDhcp ? hostNameInUse : '') || hostName,
      friendlyName,
      bonjour,
      upnp,
    },
    ownHostName: hostName,
  }
}

/** Whether both have the same stored; an address from a DHCP server does not count. */
export const sameIpv4 = (one: NetworkValues, other: NetworkValues): boolean =>
  sameRecord(storedOf(one), storedOf(other))

const storedOf = ({ ipAddress, subnetMask, router, ...rest }: NetworkValues) =>
  rest.ipAutomatic ? rest : { ...rest, ipAddress, subnetMask, router }

/** Whether both request the same; automatic values don't count. */
export const sameRequest = (one: NetworkValues, other: NetworkValues): boolean =>
  sameRecord(networkParameters(one), networkParameters(other))

/** What DHCPv6 supplies stays as it is (OPEN-36). */
export const ipv6Parameters = ({ enabled }: Ipv6Values): Record<string, string> =>
  PARAMETERS.write({ ipv6Enabled: enabled })

/** Both names are required, even if a DHCP server supplies the first (OPEN-34). A §5. */
export const checkDiscovery = (values: DiscoveryValues): Errors<DiscoveryValues> =>
  found<DiscoveryValues>({
    hostName: hostName(values.hostName),
    friendlyName: friendlyName(values.friendlyName),
  })

/**
 * Whether the device has stored what was sent over `before`. While the DHCP server names the
 * device, its own name is hidden behind that.
 */
export function storesDiscovery(
  { discovery, ownHostName }: Pick<NetworkSettings, 'discovery' | 'ownHostName'>,
  sent: DiscoveryValues,
  before: DiscoveryValues,
): boolean {
  const { hostName } = sent
  const named = hostName === before.hostName || hostName === ownHostName
  return named && sameRecord({ ...discovery, hostName }, sent)
}

/**
 * The parameters of discoverability. A name from the DHCP server that nobody has edited does not
 * replace the device's own. A §7.
 */
export function discoveryParameters(
  values: DiscoveryValues,
  before: DiscoveryValues,
): Record<string, string> {
  const unedited = values.hostNameByDhcp && values.hostName === before.hostName
  return PARAMETERS.write({
    ...values,
    hostName: unedited ? undefined : values.hostName,
    upnpName: values.friendlyName,
  })
}
