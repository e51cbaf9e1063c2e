import { standingOf } from '@lintel/contract/audio-peers'
import type { AudioPeerEntry } from '@lintel/contract/audio-peers'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import type { ParameterName } from '@lintel/contract/parameters/all'

/** What the overview says of a device; undefined where the device does not tell. A §3 Device overview. */
export interface DeviceOverview {
  productName: string | undefined
  ipv4Address: string | undefined
  ipv6Addresses: string[]
  /** Whether the device knows IPv6 at all. */
  supportsIPv6: boolean
  serialNumber: string | undefined
  firmwareVersion: string | undefined
  webappVersion: string
  friendlyName: string | undefined
  /** Its place among the audio devices of the network; undefined while it tells of none. */
  leader: boolean | undefined
  follower: boolean | undefined
  /** Names of the devices that follow it. */
  followers: string[]
}

/** What the record is made of. */
export interface OverviewSources {
  brand: { ProdFullName: string } | undefined
  parameters: ParameterValues
  webappVersion: string
  /** Undefined on a device that is no audio device, or tells of none. */
  peers?: readonly AudioPeerEntry[] | undefined
}

export function overviewOf(from: OverviewSources): DeviceOverview {
  const { brand, parameters, webappVersion, peers } = from
  const told = (name: ParameterName) => parameters.get(name)?.trim() || undefined
  const serialNumber = told('root.Properties.System.SerialNumber')
  // Without its number it is not known which of them it is.
  const standing = peers && serialNumber !== undefined ? standingOf(peers, serialNumber) : undefined
  return {
    productName: brand?.ProdFullName,
    // What is in use now; the configured address is another one while DHCP gives it.
    ipv4Address: told('root.Network.eth0.IPAddress') ?? told('root.Network.IPAddress'),
    ipv6Addresses: addressesIn(told('root.Network.eth0.IPv6.IPAddresses') ?? ''),
    supportsIPv6: parameters.has('root.Network.IPv6.Enabled'),
    serialNumber,
    firmwareVersion: told('root.Properties.Firmware.Version'),
    webappVersion,
    friendlyName: told('root.Network.Bonjour.FriendlyName'),
    leader: standing?.leader,
    follower: standing?.follower,
    followers: standing?.followers.map(({ Configuration }) => Configuration.Name) ?? [],
  }
}

/** The addresses of a list, without the lengths of their prefixes. */
function addressesIn(list: string): string[] {
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((address) => address.replace(/\/\d+$/, ''))
}
