import type { ParameterValues } from '@lintel/contract/calls/parameters'
import type { ParameterPrefix } from '@lintel/contract/parameters/all'
import { isServerName } from '@lintel/contract/rules/certificate'

/** The parameters that report the names and addresses in use. */
export const GROUPS = [
  'root.Network.VolatileHostName',
  'root.Network.eth0',
] as const satisfies readonly ParameterPrefix[]

/**
 * The names that a new certificate of the device is proposed for: its host name, and as alternatives
 * its name in the local domain (RFC 6762 §3), the name by which the page was opened, and its
 * addresses. Link-local IPv6 addresses are left out: browsers can't open them (RFC 6874).
 */
export function namesOfDevice(
  values: ParameterValues,
  openedBy: string,
): { commonName: string; others: string[] } {
  const host = values.get('root.Network.VolatileHostName.HostName') ?? ''
  const ipv4 = values.get('root.Network.eth0.IPAddress') ?? ''
  const ipv6 = (values.get('root.Network.eth0.IPv6.IPAddresses') ?? '')
    .split(/[\s,]+/)
    .map((address) => address.replace(/\/\d+$/, ''))
    .filter((address) => !/^fe[89ab]/i.test(address))
  const opened = openedBy.replace(/^\[(.*)\]$/, '$1')
  const names = [host, host && `${host}.local`, opened, ipv4, ...ipv6].filter(isServerName)
  const [commonName = '', ...others] = new Set(names)
  return { commonName, others }
}
