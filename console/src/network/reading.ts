import { inGroups } from '@lintel/contract/calls/parameters'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { OWN_CALLS } from '@lintel/contract/firmware'
import { shownAddress } from '@lintel/contract/parameters/address'
import { network } from '@lintel/contract/parameters/network'
import { parameterRecord } from '@lintel/contract/parameters/record'
import type { NetworkValues } from './ipv4.ts'

/** The addresses in use and the stored ones. */
export interface NetworkReading {
  /** In use; empty if there is none. */
  address: string
  subnetMask: string
  router: string
  nameServers: string[]
  domainName: string
  /** Whether the address comes from a DHCP server; only then can name servers. */
  dhcp: boolean
  /** Whether an address can be put on trial. */
  trials: boolean
  /** What a form starts from. */
  values: NetworkValues
}

/** The request for the parameters that `networkIn` reads. */
export const NETWORK_GROUP = inGroups('root.Network', OWN_CALLS)

const PARAMETERS = parameterRecord(network, {
  bootProto: 'root.Network.BootProto',
  address: 'root.Network.eth0.IPAddress',
  mask: 'root.Network.eth0.SubnetMask',
  routerInUse: 'root.Network.Routing.DefaultRouter',
  nameServer1: 'root.Network.Resolver.NameServer1',
  nameServer2: 'root.Network.Resolver.NameServer2',
  search: 'root.Network.Resolver.Search',
  dnsAutomatic: 'root.Network.Resolver.ObtainFromDHCP',
  ipAddress: 'root.Network.IPAddress',
  subnetMask: 'root.Network.SubnetMask',
  router: 'root.Network.DefaultRouter',
  domainName: 'root.Network.DomainName',
  dnsServer1: 'root.Network.DNSServer1',
  dnsServer2: 'root.Network.DNSServer2',
})

/** The addresses in use (`eth0`, `Routing`, `Resolver`) and what is stored. A §7. */
export function networkIn(values: ParameterValues): NetworkReading {
  const found = PARAMETERS.read(values)
  const { address, mask, routerInUse, dnsAutomatic, domainName, dnsServer1, dnsServer2 } = found
  const dhcp = found.bootProto !== 'none'
  return {
    address: shownAddress(address),
    subnetMask: shownAddress(mask),
    router: shownAddress(routerInUse),
    nameServers: [found.nameServer1, found.nameServer2].filter((server) => server !== ''),
    domainName: found.search,
    dhcp,
    trials: values.has(OWN_CALLS),
    values: {
      ipAutomatic: dhcp,
      dnsAutomatic,
      // A person who turns DHCP off mostly wants to keep its values.
      ipAddress: dhcp ? address : found.ipAddress,
      subnetMask: dhcp ? mask : found.subnetMask,
      router: dhcp ? routerInUse : found.router,
      domainName,
      dnsServer1,
      dnsServer2,
    },
  }
}

/** The parameters for these settings; automatic ones keep their stored values. A §7. */
export function networkParameters(values: NetworkValues): Record<string, string> {
  const { ipAutomatic, dnsAutomatic, ipAddress, subnetMask, router, ...names } = values
  return PARAMETERS.write({
    bootProto: ipAutomatic ? 'dhcp' : 'none',
    ...(!ipAutomatic && { ipAddress, subnetMask, router }),
    dnsAutomatic,
    ...(!dnsAutomatic && names),
  })
}
