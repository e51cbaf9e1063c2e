import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { OWN_CALLS } from '@lintel/contract/firmware'
import { given } from '../time/source.ts'
import type { NetworkValues } from './ipv4.ts'

/** Addresses in use and those that are stored. */
export interface NetworkReading {
  /** In use; empty where there is none. */
  address: string
  subnetMask: string
  router: string
  nameServers: string[]
  domainName: string
  /** Whether the address comes from a DHCP server; only then name servers can. */
  dhcp: boolean
  /** Whether an address can be tried before it counts for good. */
  trials: boolean
  /** What a form starts from. */
  values: NetworkValues
}

/** The parameters that `networkIn` reads, as a group for their list. */
export const NETWORK_GROUP = `root.Network,${OWN_CALLS}`

const NONE = '0.0.0.0'

/** The addresses in use (`eth0`, `Routing`, `Resolver`) and what is stored. A §7. */
export function networkIn(values: ParameterValues): NetworkReading {
  const get = (name: string) => values.get(`root.Network.${name}`)
  const dhcp = get('BootProto') !== 'none'
  return {
    address: given(get('eth0.IPAddress')),
    subnetMask: given(get('eth0.SubnetMask')),
    router: given(get('Routing.DefaultRouter')),
    nameServers: [get('Resolver.NameServer1'), get('Resolver.NameServer2')]
      .map(given)
      .filter((server) => server !== ''),
    domainName: get('Resolver.Search') ?? '',
    dhcp,
    trials: values.has(OWN_CALLS),
    values: {
      ipAutomatic: dhcp,
      dnsAutomatic: get('Resolver.ObtainFromDHCP') !== 'no',
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
