import { audioRoleOf } from '@lintel/contract/audio-peers'
import type { AudioPeerEntry } from '@lintel/contract/audio-peers'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import type { ParameterName } from '@lintel/contract/parameters/all'

/** The facts about a device; undefined if the device does not report them. A §3 Device overview. */
export interface DeviceOverview {
  productName: string | undefined
  ipv4Address: string | undefined
  ipv6Addresses: string[]
  /** Whether the device supports IPv6. */
  supportsIPv6: boolean
  serialNumber: string | undefined
  macAddress: string | undefined
  firmwareVersion: string | undefined
  webappVersion: string
  friendlyName: string | undefined
  /** Its place among the audio devices of the network; undefined if it reports none. */
  leader: boolean | undefined
  follower: boolean | undefined
  /** Names of the devices that follow it. */
  followers: string[]
}

/** The sources of the record. */
export interface OverviewSources {
  brand: { ProdFullName: string } | undefined
  parameters: ParameterValues
  webappVersion: string
  /** Undefined if the device is not an audio device, or reports none. */
  peers?: readonly AudioPeerEntry[] | undefined
}

export function overviewOf(from: OverviewSources): DeviceOverview {
  const { brand, parameters, webappVersion, peers } = from
  const valueOf = (name: ParameterName) => parameters.get(name)?.trim() || undefined
  const serialNumber = valueOf('root.Properties.System.SerialNumber')
  // Without its serial number it is unknown which of them it is.
  const audioRole =
    peers && serialNumber !== undefined ? audioRoleOf(peers, serialNumber) : undefined
  return {
    productName: brand?.ProdFullName,
    // The address in use; the configured one differs while DHCP supplies it.
    ipv4Address: valueOf('root.Network.eth0.IPAddress') ?? valueOf('root.Network.IPAddress'),
    ipv6Addresses: addressesIn(valueOf('root.Network.eth0.IPv6.IPAddresses') ?? ''),
    supportsIPv6: parameters.has('root.Network.IPv6.Enabled'),
    serialNumber,
    macAddress: valueOf('root.Network.eth0.MACAddress'),
    firmwareVersion: valueOf('root.Properties.Firmware.Version'),
    webappVersion,
    friendlyName: valueOf('root.Network.Bonjour.FriendlyName'),
    leader: audioRole?.leader,
    follower: audioRole?.follower,
    followers: audioRole?.followers.map(({ Configuration }) => Configuration.Name) ?? [],
  }
}

/** The addresses of a list, without prefix lengths. */
function addressesIn(list: string): string[] {
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((address) => address.replace(/\/\d+$/, ''))
}
