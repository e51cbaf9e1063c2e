import { factoryName } from '@lintel/contract/device-name'
import { NO_ADDRESS } from '@lintel/contract/parameters/address'
import { discovery, network, networkAccess, portAccess } from '@lintel/contract/parameters/network'
import type { Product } from '@lintel/contract/products/product'
import type { Definition, Facts } from '../../state/definition.ts'
import { group, live, perUnit, preserved } from '../group.ts'
import type { Entries } from '../group.ts'

const macOf = (serial: string) => serial.match(/../g)?.join(':') ?? ''

/** A product without IPv6 has none of its parameters. */
export function networkGroup({ brand, ipv6: hasIPv6 }: Product): Definition[] {
  const everybody = { read: 'viewer', write: 'admin' } as const
  const access = { read: 'operator', write: 'admin' } as const
  const all = [
    ...group('Network', network, everybody, basicEntries(brand.name)),
    ...group('Network', discovery, everybody, discoveryEntries(brand.shortName)),
    ...group('Network', networkAccess, access, HTTP),
    ...group('Network', portAccess, { read: 'admin', write: 'admin' }, PORT_ACCESS),
    ...group('Network', networkAccess, access, OTHER_ACCESS),
  ]
  return hasIPv6 ? all : all.filter(({ name }) => !name.includes('.IPv6.'))
}

function basicEntries(maker: string): Entries<'Network', typeof network> {
  return {
    BootProto: preserved('dhcp'),
    Broadcast: preserved('192.168.0.255'),
    DefaultRouter: preserved('192.168.0.1'),
    DNSServer1: NO_ADDRESS,
    DNSServer2: NO_ADDRESS,
    DomainName: '',
    Enabled: true,
    HostName: perUnit((serial) => hostNameOf(maker, serial)),
    IPAddress: preserved('192.168.0.90'),
    Media: 'auto',
    SubnetMask: preserved('255.255.255.0'),
    'eth0.Broadcast': live(({ place }) => place().broadcast),
    'eth0.IPAddress': live(({ place }) => place().address),
    'eth0.MACAddress': live(({ serial }) => macOf(serial)),
    'eth0.SubnetMask': live(({ place }) => place().subnetMask),
    'eth0.IPv6.IPAddresses': live(({ ipv6 }) => ipv6()),
    'IPv6.AcceptRA': true,
    'IPv6.DefaultRouter': '',
    'IPv6.DHCPv6': 'auto',
    'IPv6.Enabled': true,
    'IPv6.IPAddress': '',
    'Resolver.NameServer1': live((facts) => nameServers(facts)[0] ?? ''),
    'Resolver.NameServer2': live((facts) => nameServers(facts)[1] ?? ''),
    'Resolver.NameServerList': live(nameServers),
    'Resolver.ObtainFromDHCP': true,
    'Resolver.Search': live(domainInUse),
    'Routing.DefaultRouter': live(routerInUse),
    'Routing.IPv6.DefaultRouter': live(({ get }) => get('root.Network.IPv6.DefaultRouter')),
    'VolatileHostName.HostName': live(hostNameInUse),
    'VolatileHostName.ObtainFromDHCP': true,
  }
}

const hostNameOf = (maker: string, serial: string) =>
  `${maker}-${serial}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/**
 * The address for a device that gets no lease. The host is unlikely to have it, so the device then
 * listens at the host's address.
 */
const isSelfAssigned = ({ get, lease }: Facts) =>
  get('root.Network.ZeroConf.Enabled') &&
  get('root.Network.BootProto') === 'dhcp' &&
  lease() === undefined

/**
 * An address of 169.254.1.0 to 169.254.254.255, always the same for a unit. Source: RFC 3927 §2.1.
 */
function selfAssigned(serial: string): string {
  const number = Number.parseInt(serial.slice(-6), 16) % (254 * 256)
  return `169.254.${1 + Math.floor(number / 256)}.${number % 256}`
}

const routerInUse = ({ get, lease }: Facts) =>
  get('root.Network.BootProto') === 'dhcp'
    ? lease()?.router || NO_ADDRESS
    : get('root.Network.DefaultRouter')

/** The name servers in use. */
function nameServers({ get, lease }: Facts): readonly string[] {
  if (get('root.Network.Resolver.ObtainFromDHCP')) return lease()?.dnsServers ?? []
  return [get('root.Network.DNSServer1'), get('root.Network.DNSServer2')].filter(
    (server) => server !== NO_ADDRESS,
  )
}

const domainInUse = ({ get, lease }: Facts) =>
  get('root.Network.Resolver.ObtainFromDHCP')
    ? (lease()?.domainName ?? '')
    : get('root.Network.DomainName')

/**
 * The DHCP server's name for the device, if there is one and it may be used; the configured name
 * otherwise.
 */
const hostNameInUse = ({ get, lease }: Facts) =>
  (get('root.Network.VolatileHostName.ObtainFromDHCP') && lease()?.hostName) ||
  get('root.Network.HostName')

function discoveryEntries(shortName: string): Entries<'Network', typeof discovery> {
  const friendlyName = perUnit((serial) => factoryName(shortName, serial))
  return {
    'Bonjour.Enabled': true,
    'Bonjour.FriendlyName': friendlyName,
    'UPnP.Enabled': true,
    'UPnP.FriendlyName': friendlyName,
    'ZeroConf.Enabled': true,
    'ZeroConf.IPAddress': live((facts) =>
      isSelfAssigned(facts) ? selfAssigned(facts.serial) : NO_ADDRESS,
    ),
    'ZeroConf.SubnetMask': live((facts) => (isSelfAssigned(facts) ? '255.255.0.0' : NO_ADDRESS)),
  }
}

const HTTP: Entries<'Network', typeof networkAccess> = {
  'HTTP.AuthenticationPolicy': 'recommended',
  'HTTP.DigestAlgorithm': 'md5',
}

const PORT_ACCESS: Entries<'Network', typeof portAccess> = {
  'Interface.I0.dot1x.EAPOLVersion': '1',
  'Interface.I0.dot1x.Enabled': false,
  'Interface.I0.dot1x.Method': 'EAPTLS',
  // The host's network port is not the device's to authenticate.
  'Interface.I0.dot1x.Status': live(() => 'Stopped'),
  'Interface.I0.dot1x.EAPPEAPMSCHAPv2.Identity': '',
  'Interface.I0.dot1x.EAPPEAPMSCHAPv2.Label': '1',
  'Interface.I0.dot1x.EAPPEAPMSCHAPv2.Password': '',
  'Interface.I0.dot1x.EAPPEAPMSCHAPv2.Version': '1',
  'Interface.I0.dot1x.EAPTLS.Identity': '',
  'Interface.I0.dot1x.EAPTLS.PrivateKeyPassword': '',
}

const OTHER_ACCESS: Entries<'Network', typeof networkAccess> = {
  'RTSP.Port': live((facts) => facts.rtspPort()),
  'SSH.Enabled': false,
}
