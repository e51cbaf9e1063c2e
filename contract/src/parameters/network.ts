import {
  domainName,
  deviceAddress,
  deviceAddressOrNone,
  ipv6DeviceAddressOrEmpty,
  subnetMask,
} from '../rules/address.ts'
import { friendlyName, hostName } from '../rules/discovery.ts'
import { EAP_METHODS, EAP_PASSWORD_MAX, IDENTITY_MAX } from '../rules/port-access.ts'
import { printable } from '../rules/problem.ts'
import { NO_ADDRESS, address, orNone } from './address.ts'
import { list, oneOf, secret, text, whole, withDefault, yesNo } from './codec.ts'
import { group } from './group.ts'

const mask = withDefault(text(15, subnetMask), NO_ADDRESS)
const addresses = list(' ', 255, /[\s,]+/)
const ipv6 = text(43, ipv6DeviceAddressOrEmpty)
const host = withDefault(text(15, deviceAddress), NO_ADDRESS)
const hostOrNone = withDefault(text(15, deviceAddressOrNone), NO_ADDRESS)

/**
 * The group's own parameters are the settings; `eth0`, `Resolver`, `Routing` and `VolatileHostName`
 * report what is in use. A product without IPv6 lacks its parameters.
 */
export const network = group('Network', {
  BootProto: oneOf(['dhcp', 'none']),
  Broadcast: address,
  DefaultRouter: hostOrNone,
  DNSServer1: hostOrNone,
  DNSServer2: hostOrNone,
  DomainName: text(253, domainName),
  Enabled: yesNo,
  HostName: text(63, hostName),
  IPAddress: host,
  Media: oneOf(['auto', '10half', '10full', '100half', '100full']),
  SubnetMask: mask,
  'eth0.Broadcast': address,
  'eth0.IPAddress': address,
  'eth0.MACAddress': text(),
  'eth0.SubnetMask': address,
  'eth0.IPv6.IPAddresses': addresses,
  'IPv6.AcceptRA': yesNo,
  'IPv6.DefaultRouter': ipv6,
  'IPv6.DHCPv6': oneOf(['auto', 'off', 'stateful', 'stateless']),
  'IPv6.Enabled': yesNo,
  'IPv6.IPAddress': ipv6,
  'Resolver.NameServer1': orNone(address),
  'Resolver.NameServer2': orNone(address),
  'Resolver.NameServerList': addresses,
  'Resolver.ObtainFromDHCP': withDefault(yesNo, true),
  'Resolver.Search': text(),
  'Routing.DefaultRouter': address,
  'Routing.IPv6.DefaultRouter': ipv6,
  'VolatileHostName.HostName': text(),
  'VolatileHostName.ObtainFromDHCP': yesNo,
})

/** How others on the network find the device. */
export const discovery = group('Network', {
  'Bonjour.Enabled': yesNo,
  'Bonjour.FriendlyName': text(63, friendlyName),
  'UPnP.Enabled': yesNo,
  'UPnP.FriendlyName': text(63, friendlyName),
  'ZeroConf.Enabled': yesNo,
  'ZeroConf.IPAddress': address,
  'ZeroConf.SubnetMask': address,
})

/** How clients get in. */
export const networkAccess = group('Network', {
  'HTTP.AuthenticationPolicy': oneOf(
    ['basic', 'digest', 'basic_digest', 'recommended'],
    'recommended',
  ),
  /** Our own: what Digest challenges offer. `sha256_md5` is a challenge for each. */
  'HTTP.DigestAlgorithm': oneOf(['md5', 'sha256', 'sha256_md5']),
  'RTSP.Port': whole(1, 65_535),
  'SSH.Enabled': yesNo,
})

/**
 * How the device authenticates itself at the network port (IEEE 802.1X). Names and limits are those
 * of public documentation and of devices; wired devices list PEAP's in their calls only. `Method` is
 * our own.
 */
export const portAccess = group('Network', {
  'Interface.I0.dot1x.EAPOLVersion': oneOf(['1', '2', '3']),
  'Interface.I0.dot1x.Enabled': yesNo,
  'Interface.I0.dot1x.Method': oneOf(EAP_METHODS),
  'Interface.I0.dot1x.Status': text(),
  'Interface.I0.dot1x.EAPPEAPMSCHAPv2.Identity': text(IDENTITY_MAX, printable),
  /** 1 for the label of EAP-TLS, 2 for that of PEAP. */
  'Interface.I0.dot1x.EAPPEAPMSCHAPv2.Label': oneOf(['1', '2']),
  'Interface.I0.dot1x.EAPPEAPMSCHAPv2.Password': secret(EAP_PASSWORD_MAX, printable),
  'Interface.I0.dot1x.EAPPEAPMSCHAPv2.Version': oneOf(['0', '1'], '1'),
  'Interface.I0.dot1x.EAPTLS.Identity': text(IDENTITY_MAX, printable),
  /** Not needed: keys are stored without a password of their own. */
  'Interface.I0.dot1x.EAPTLS.PrivateKeyPassword': secret(16),
})
