import type { ParameterValues } from '@lintel/contract/calls/parameters'

/** What the info panel shows; undefined where the device does not tell. A §3 Device overview. */
export interface DeviceFacts {
  serialNumber: string | undefined
  ipv4Address: string | undefined
  ipv6Addresses: string[]
  /** Whether the device knows IPv6 at all. */
  supportsIPv6: boolean
  firmwareVersion: string | undefined
}

export function factsFrom(values: ParameterValues): DeviceFacts {
  const told = (name: string) => values.get(name)?.trim() || undefined
  return {
    serialNumber: told('root.Properties.System.SerialNumber'),
    // What is in use now; the configured address is another one while DHCP gives it.
    ipv4Address: told('root.Network.eth0.IPAddress') ?? told('root.Network.IPAddress'),
    ipv6Addresses: addressesIn(told('root.Network.eth0.IPv6.IPAddresses') ?? ''),
    supportsIPv6: values.has('root.Network.IPv6.Enabled'),
    firmwareVersion: told('root.Properties.Firmware.Version'),
  }
}

/** The addresses of a list, without the lengths of their prefixes. */
function addressesIn(list: string): string[] {
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((address) => address.replace(/\/\d+$/, ''))
}
