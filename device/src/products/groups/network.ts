import type { Product } from '@lintel/contract/products/product'
import { domainName, ipv4, isIPv6, subnetMask } from '@lintel/contract/rules/address'
import { friendlyName, hostName } from '@lintel/contract/rules/discovery'
import { problem } from '@lintel/contract/rules/problem'
import type { Rule } from '@lintel/contract/rules/problem'
import type { Definition, Facts } from '../../state/definition.ts'
import { bool, group, int, kept, live, nested, oneOf, perUnit, text } from '../group.ts'
import type { Entries } from '../group.ts'

const ipv6: Rule = (value) =>
  value === '' || isIPv6(value.replace(/\/\d{1,3}$/, ''))
    ? undefined
    : problem('validation.invalidIpAddress')

const address = (value: string) => text(value, 15, ipv4)

const macOf = (serial: string) => serial.match(/../g)?.join(':') ?? ''

const dot1x: Entries = {
  EAPOLVersion: oneOf('1', ['1', '2']),
  Enabled: bool('no'),
  Status: live(() => 'Stopped'),
}

/**
 * Configured values stand in the group itself, live ones under `eth0`, `Routing` and `VolatileHostName`.
 * A product that knows no IPv6 has no parameter of it.
 */
export function network({ brand, ipv6: hasIPv6 }: Product): Definition[] {
  const all = [
    ...group('Network', { read: 'viewer', write: 'admin' }, basics(brand.name)),
    ...group('Network', { read: 'viewer', write: 'admin' }, discovery(brand.shortName)),
    ...group('Network', { read: 'operator', write: 'admin' }, access()),
  ]
  return hasIPv6 ? all : all.filter(({ name }) => !name.includes('.IPv6.'))
}

function basics(maker: string): Entries {
  return {
    BootProto: kept(oneOf('dhcp', ['dhcp', 'none'])),
    Broadcast: kept(address('192.168.0.255')),
    DefaultRouter: kept(address('192.168.0.1')),
    DNSServer1: address('0.0.0.0'),
    DNSServer2: address('0.0.0.0'),
    DomainName: text('', 253, domainName),
    Enabled: bool('yes'),
    HostName: perUnit((serial) => hostNameOf(maker, serial), 63, hostName),
    IPAddress: kept(address('192.168.0.90')),
    Media: oneOf('auto', ['auto', '10half', '10full', '100half', '100full']),
    SubnetMask: kept(text('255.255.255.0', 15, subnetMask)),
    ...nested('eth0', {
      Broadcast: live(({ place }) => place().broadcast),
      IPAddress: live(({ place }) => place().address),
      MACAddress: live(({ serial }) => macOf(serial)),
      SubnetMask: live(({ place }) => place().subnetMask),
      'IPv6.IPAddresses': live(({ ipv6 }) => ipv6().join(' ')),
    }),
    ...nested('IPv6', {
      AcceptRA: bool('yes'),
      DefaultRouter: text('', 43, ipv6),
      DHCPv6: oneOf('auto', ['auto', 'off', 'stateful', 'stateless']),
      Enabled: bool('yes'),
      IPAddress: text('', 43, ipv6),
    }),
    ...nested('Resolver', {
      NameServer1: live((facts) => nameServers(facts)[0] ?? NONE),
      NameServer2: live((facts) => nameServers(facts)[1] ?? NONE),
      NameServerList: live((facts) => nameServers(facts).join(' ')),
      ObtainFromDHCP: bool('yes'),
      Search: live(domainInUse),
    }),
    ...nested('Routing', {
      DefaultRouter: live(routerInUse),
      'IPv6.DefaultRouter': live(({ get }) => get('root.Network.IPv6.DefaultRouter')),
    }),
    ...nested('VolatileHostName', {
      HostName: live(hostNameInUse),
      ObtainFromDHCP: bool('yes'),
    }),
  }
}

const hostNameOf = (maker: string, serial: string) =>
  `${maker}-${serial}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** How parameters write that there is no address. */
const NONE = '0.0.0.0'

/** Asked for a lease and got none. The host hardly has that address, so the device answers at the host's own. */
const givesItselfOne = ({ get, lease }: Facts) =>
  get('root.Network.ZeroConf.Enabled') === 'yes' &&
  get('root.Network.BootProto') === 'dhcp' &&
  lease() === undefined

/** An address of 169.254.1.0 to 169.254.254.255, the same one each time. Source: RFC 3927 §2.1. */
function selfAssigned(serial: string): string {
  const number = Number.parseInt(serial.slice(-6), 16) % (254 * 256)
  return `169.254.${1 + Math.floor(number / 256)}.${number % 256}`
}

const routerInUse = ({ get, lease }: Facts) =>
  get('root.Network.BootProto') === 'dhcp'
    ? lease()?.router || NONE
    : get('root.Network.DefaultRouter')

const namesByDhcp = ({ get }: Facts) => get('root.Network.Resolver.ObtainFromDHCP') === 'yes'

/** The name servers in use. */
function nameServers(facts: Facts): readonly string[] {
  if (namesByDhcp(facts)) return facts.lease()?.dnsServers ?? []
  return ['root.Network.DNSServer1', 'root.Network.DNSServer2']
    .map(facts.get)
    .filter((server) => server !== NONE)
}

const domainInUse = (facts: Facts) =>
  namesByDhcp(facts) ? (facts.lease()?.domainName ?? '') : facts.get('root.Network.DomainName')

/** The name that the DHCP server gave, where it may and did; else the device's own. */
const hostNameInUse = ({ get, lease }: Facts) =>
  (get('root.Network.VolatileHostName.ObtainFromDHCP') === 'yes' && lease()?.hostName) ||
  get('root.Network.HostName')

function discovery(shortName: string): Entries {
  return {
    ...nested('Bonjour', {
      Enabled: bool('yes'),
      FriendlyName: perUnit((serial) => `${shortName} - ${serial}`, 63, friendlyName),
    }),
    ...nested('UPnP', {
      Enabled: bool('yes'),
      FriendlyName: perUnit((serial) => `${shortName} - ${serial}`, 63, friendlyName),
    }),
    ...nested('ZeroConf', {
      Enabled: bool('yes'),
      IPAddress: live((facts) => (givesItselfOne(facts) ? selfAssigned(facts.serial) : NONE)),
      SubnetMask: live((facts) => (givesItselfOne(facts) ? '255.255.0.0' : NONE)),
    }),
  }
}

function access(): Entries {
  return {
    'HTTP.AuthenticationPolicy': oneOf('recommended', [
      'basic',
      'digest',
      'basic_digest',
      'recommended',
    ]),
    ...nested('Interface.I0.dot1x', dot1x),
    'RTSP.Port': int(554, 1, 65_535),
    'SSH.Enabled': bool('no'),
  }
}
