import type { AnswerOf } from '@lintel/contract/call'
import {
  getNetworkInfo,
  getNetworkSettingsVersions,
  INTERFACE,
  LINK_MODES,
  NAME_SERVERS_MAX,
  setHostname,
  setIPv4,
  setIPv6,
  setResolver,
  setWired8021X,
} from '@lintel/contract/calls/network-settings'
import { Refusal } from '@lintel/contract/fault'
import { NO_ADDRESS, shownAddress } from '@lintel/contract/parameters/address'
import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { numberOf } from '@lintel/contract/rules/address'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { RequestContext } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import { onNetwork } from '../../hardware/lease.ts'
import { parametersIn, portAccessOf, setPortAccess, settingsVersion } from './port-access.ts'

type Interface = AnswerOf<typeof getNetworkInfo>['devices'][number]
type Address = Interface['IPv4']['addresses'][number]

/** The settings of the network, which `param.cgi` has as well. */
export function networkSettingsCalls(device: Device) {
  const { parameters, product } = device
  const write = (
    changes: ParameterChanges,
    context: Pick<RequestContext, 'groups' | 'mustMatch'>,
  ) => {
    const texts = parameters.encode(changes)
    context.mustMatch((version) =>
      parameters.versions.isCurrent(parametersIn(version), Object.keys(texts)),
    )
    parameters.update(texts, context.groups)
    return {}
  }
  return [
    serve(getNetworkInfo, (_request, context) => {
      context.version(settingsVersion(device))
      return { system: systemOf(device), devices: [interfaceOf(device)] }
    }),
    serveChange(setHostname, ({ useDhcpHostname: automatic, staticHostname: name }, context) =>
      write(
        {
          ...(automatic !== undefined && {
            'root.Network.VolatileHostName.ObtainFromDHCP': automatic,
          }),
          ...(name !== undefined && { 'root.Network.HostName': name }),
        },
        context,
      ),
    ),
    serveChange(setResolver, (requested, context) => {
      const { useDhcpResolverInfo: automatic, staticNameServers, staticDomainName } = requested
      const [first = NO_ADDRESS, second = NO_ADDRESS] = staticNameServers ?? []
      return write(
        {
          ...(automatic !== undefined && { 'root.Network.Resolver.ObtainFromDHCP': automatic }),
          ...(staticNameServers && {
            'root.Network.DNSServer1': first,
            'root.Network.DNSServer2': second,
          }),
          ...(staticDomainName !== undefined && { 'root.Network.DomainName': staticDomainName }),
        },
        context,
      )
    }),
    serveChange(setIPv4, (requested, context) => {
      const { configurationMode: mode, linkLocalMode, staticDefaultRouter: router } = requested
      const [fixed] = requested.staticAddressConfigurations ?? []
      const place = fixed && onNetwork(fixed.address, maskOf(fixed.prefixLength))
      return write(
        {
          ...(place && {
            'root.Network.IPAddress': place.address,
            'root.Network.SubnetMask': place.subnetMask,
            'root.Network.Broadcast': fixed.broadcast ?? place.broadcast,
          }),
          ...(router !== undefined && { 'root.Network.DefaultRouter': router || NO_ADDRESS }),
          ...(linkLocalMode && { 'root.Network.ZeroConf.Enabled': linkLocalMode === 'fallback' }),
          ...(mode && { 'root.Network.BootProto': mode === 'dhcp' ? 'dhcp' : 'none' }),
        },
        context,
      )
    }),
    serveChange(setIPv6, ({ enabled }, context) => {
      if (!product.ipv6) throw new Refusal('invalid', 'The device has no IPv6.')
      return write(enabled === undefined ? {} : { 'root.Network.IPv6.Enabled': enabled }, context)
    }),
    serveChange(setWired8021X, (requested, context) => {
      setPortAccess(device, requested, context)
      return {}
    }),
    serve(getNetworkSettingsVersions, () => ({ apiVersions: [getNetworkInfo.answersWith] })),
  ]
}

function systemOf({ parameters: { get } }: Device) {
  const search = get('root.Network.Resolver.Search')
  return {
    hostname: {
      useDhcpHostname: get('root.Network.VolatileHostName.ObtainFromDHCP'),
      hostname: get('root.Network.VolatileHostName.HostName'),
      staticHostname: get('root.Network.HostName'),
    },
    resolver: {
      useDhcpResolverInfo: get('root.Network.Resolver.ObtainFromDHCP'),
      nameServers: [...get('root.Network.Resolver.NameServerList')],
      staticNameServers: [get('root.Network.DNSServer1'), get('root.Network.DNSServer2')].filter(
        (server) => server !== NO_ADDRESS,
      ),
      maxSupportedStaticNameServers: NAME_SERVERS_MAX,
      searchDomains: search === '' ? [] : [search],
      staticSearchDomains: [],
      maxSupportedStaticSearchDomains: 0,
      domainName: search,
      staticDomainName: get('root.Network.DomainName'),
    },
  }
}

const MEDIA = ['auto', '10half', '10full', '100half', '100full']

function interfaceOf(device: Device): Interface {
  const { network, product } = device
  const { get } = device.parameters
  const state = get('root.Network.Enabled') ? ('up' as const) : ('down' as const)
  return {
    name: INTERFACE,
    type: 'wired',
    macAddress: get('root.Network.eth0.MACAddress').toLowerCase(),
    partOfBridge: '',
    // Whoever gets this answer reached the device over its cable.
    link: true,
    state,
    staticState: state,
    wired: {
      linkMode: LINK_MODES[MEDIA.indexOf(get('root.Network.Media'))] ?? 'auto',
      supportedLinkModes: [...LINK_MODES],
      '8021X': portAccessOf(device),
    },
    IPv4: {
      enabled: get('root.Network.Enabled'),
      configurationMode: get('root.Network.BootProto') === 'dhcp' ? 'dhcp' : 'static',
      linkLocalMode: get('root.Network.ZeroConf.Enabled') ? 'fallback' : 'off',
      addresses: addressesOf({ get, network }),
      maxSupportedStaticAddressConfigurations: 1,
      staticAddressConfigurations: [
        {
          address: get('root.Network.IPAddress'),
          prefixLength: prefixOf(get('root.Network.SubnetMask')),
          broadcast: get('root.Network.Broadcast'),
        },
      ],
      defaultRouter: shownAddress(get('root.Network.Routing.DefaultRouter')),
      staticDefaultRouter: shownAddress(get('root.Network.DefaultRouter')),
      useStaticDHCPFallback: false,
    },
    ...(product.ipv6 && {
      IPv6: { enabled: get('root.Network.IPv6.Enabled'), addresses: network.ipv6().map(ipv6In) },
    }),
  }
}

/** The address in use, and the one that the device gives itself when it gets none. */
function addressesOf({
  get,
  network,
}: Pick<Device, 'network'> & Pick<Device['parameters'], 'get'>): Address[] {
  const own = get('root.Network.ZeroConf.IPAddress')
  const origin = get('root.Network.BootProto') === 'dhcp' ? ('dhcp' as const) : ('static' as const)
  const { address, subnetMask, broadcast } = network.place()
  return [
    {
      address,
      prefixLength: prefixOf(subnetMask),
      origin: origin === 'dhcp' && !network.lease() ? 'unknown' : origin,
      scope: address.startsWith('127.') ? 'host' : 'global',
      broadcast,
    },
    ...(own === NO_ADDRESS
      ? []
      : [
          {
            address: own,
            prefixLength: prefixOf(get('root.Network.ZeroConf.SubnetMask')),
            origin: 'linkLocal' as const,
            scope: 'link' as const,
          },
        ]),
  ]
}

/** An address with its prefix length, `fe80::1/64` (scopes: RFC 4291 §2.4, RFC 4193). */
function ipv6In(text: string): Address {
  const [address = '', prefix = ''] = text.split('/')
  const isLinkLocal = address.startsWith('fe80')
  return {
    address,
    prefixLength: Number(prefix),
    origin: isLinkLocal ? 'linkLocal' : 'unknown',
    scope: isLinkLocal
      ? 'link'
      : address === '::1'
        ? 'host'
        : /^f[cd]/i.test(address)
          ? 'site'
          : 'global',
  }
}

/** The length of a subnet mask's run of ones. */
const prefixOf = (mask: string): number => 32 - Math.log2(2 ** 32 - numberOf(mask))

const maskOf = (prefix: number): string =>
  [24, 16, 8, 0]
    .map((shift) => Math.floor((2 ** 32 - 2 ** (32 - prefix)) / 2 ** shift) % 256)
    .join('.')
