import { soapCall } from '../call.ts'
import type { Call } from '../call.ts'
import { ONVIF_SCHEMA } from '../soap/service.ts'
import type { Fields } from '../soap/shape.ts'
import {
  boolean,
  many,
  number,
  once,
  optional,
  recordOf,
  recordWith,
  text,
  xml,
} from '../soap/shape.ts'
import { DEVICE_PATH, MEDIA_PATH } from '../onvif/addresses.ts'
import { choiceOf, prefixedAddress, tt, ttWith } from '../onvif/types.ts'
import { deviceManagement } from './onvif-users.ts'

/** ONVIF's device management: what clients ask to find out what the device is and has. */
const operation = <I extends Fields, O extends Fields>(
  name: string,
  about: { access: Call['access']; effect?: 'write'; summary: string; input?: I; output: O },
) =>
  soapCall({
    id: `onvif.${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    path: '/vapix/services',
    aliases: [DEVICE_PATH, MEDIA_PATH],
    service: deviceManagement,
    operation: name,
    source: 'ONVIF Core, device management',
    proof: 'client',
    access: about.access,
    effect: about.effect ?? 'read',
    summary: about.summary,
    input: about.input ?? ({} as I),
    output: about.output,
  })

const { namespace } = deviceManagement
const version = tt('OnvifVersion', { Major: once(number), Minor: once(number) })

export const getServices = operation('GetServices', {
  // ONVIF Core: access class PRE_AUTH.
  access: 'anyone',
  summary: 'Lists the ONVIF services with their addresses, and with their capabilities if asked.',
  input: { IncludeCapability: once(boolean) },
  output: {
    Service: many(
      recordOf(namespace, 'Service', {
        Namespace: once(text),
        XAddr: once(text),
        Capabilities: optional(xml),
        Version: once(version),
      }),
    ),
  },
})

const network = recordWith(
  namespace,
  'NetworkCapabilities',
  ['IPFilter', 'ZeroConfiguration', 'IPVersion6', 'DynDNS', 'NTP', 'HostnameFromDHCP'],
  {},
)
const security = recordWith(
  namespace,
  'SecurityCapabilities',
  [
    'TLS1.2',
    'OnboardKeyGeneration',
    'AccessPolicyConfig',
    'DefaultAccessPolicy',
    'UsernameToken',
    'HttpDigest',
    'MaxUsers',
    'MaxUserNameLength',
    'MaxPasswordLength',
  ],
  {},
)
const system = recordWith(
  namespace,
  'SystemCapabilities',
  [
    'DiscoveryResolve',
    'DiscoveryBye',
    'RemoteDiscovery',
    'SystemBackup',
    'SystemLogging',
    'FirmwareUpgrade',
  ],
  {},
)

export const deviceCapabilities = {
  Network: once(network),
  Security: once(security),
  System: once(system),
}

export const getDeviceServiceCapabilities = operation('GetServiceCapabilities', {
  access: 'anyone',
  summary: "Returns what the device's management can do.",
  output: {
    Capabilities: once(recordOf(namespace, 'DeviceServiceCapabilities', deviceCapabilities)),
  },
})

const CATEGORIES = ['All', 'Analytics', 'Device', 'Events', 'Imaging', 'Media', 'PTZ'] as const

const oldNetwork = tt('NetworkCapabilities', {
  IPFilter: optional(boolean),
  ZeroConfiguration: optional(boolean),
  IPVersion6: optional(boolean),
  DynDNS: optional(boolean),
})
const oldSystem = tt('SystemCapabilities', {
  DiscoveryResolve: once(boolean),
  DiscoveryBye: once(boolean),
  RemoteDiscovery: once(boolean),
  SystemBackup: once(boolean),
  SystemLogging: once(boolean),
  FirmwareUpgrade: once(boolean),
  SupportedVersions: many(version),
})
const oldSecurity = tt('SecurityCapabilities', {
  'TLS1.1': once(boolean),
  'TLS1.2': once(boolean),
  OnboardKeyGeneration: once(boolean),
  AccessPolicyConfig: once(boolean),
  'X.509Token': once(boolean),
  SAMLToken: once(boolean),
  KerberosToken: once(boolean),
  RELToken: once(boolean),
})

export const getCapabilities = operation('GetCapabilities', {
  access: 'anyone',
  summary: 'Returns the ONVIF services in the older form, by category.',
  input: { Category: many(choiceOf(ONVIF_SCHEMA, 'CapabilityCategory', CATEGORIES)) },
  output: {
    Capabilities: once(
      tt('Capabilities', {
        Device: optional(
          tt('DeviceCapabilities', {
            XAddr: once(text),
            Network: optional(oldNetwork),
            System: optional(oldSystem),
            Security: optional(oldSecurity),
          }),
        ),
        Events: optional(
          tt('EventCapabilities', {
            XAddr: once(text),
            WSSubscriptionPolicySupport: once(boolean),
            WSPullPointSupport: once(boolean),
            WSPausableSubscriptionManagerInterfaceSupport: once(boolean),
          }),
        ),
        Media: optional(
          tt('MediaCapabilities', {
            XAddr: once(text),
            StreamingCapabilities: once(
              tt('RealTimeStreamingCapabilities', {
                RTPMulticast: optional(boolean),
                RTP_TCP: optional(boolean),
                RTP_RTSP_TCP: optional(boolean),
              }),
            ),
          }),
        ),
      }),
    ),
  },
})

export const getDeviceInformation = operation('GetDeviceInformation', {
  access: 'viewer',
  summary: 'Returns manufacturer, model, firmware version and serial number.',
  output: {
    Manufacturer: once(text),
    Model: once(text),
    FirmwareVersion: once(text),
    SerialNumber: once(text),
    HardwareId: once(text),
  },
})

export const getScopes = operation('GetScopes', {
  access: 'viewer',
  summary: 'Returns the scopes by which clients find the device: profiles, model and name.',
  output: {
    Scopes: many(
      tt('Scope', {
        ScopeDef: once(choiceOf(ONVIF_SCHEMA, 'ScopeDefinition', ['Fixed', 'Configurable'])),
        ScopeItem: once(text),
      }),
    ),
  },
})

export const setScopes = operation('SetScopes', {
  access: 'admin',
  effect: 'write',
  summary: 'Replaces the scopes that clients have set.',
  input: { Scopes: many(text) },
  output: {},
})

export const addScopes = operation('AddScopes', {
  access: 'admin',
  effect: 'write',
  summary: 'Adds scopes to those that clients have set.',
  input: { ScopeItem: many(text) },
  output: {},
})

export const removeScopes = operation('RemoveScopes', {
  access: 'admin',
  effect: 'write',
  summary: 'Removes scopes that clients have set, and returns them.',
  input: { ScopeItem: many(text) },
  output: { ScopeItem: many(text) },
})

export const getOnvifHostname = operation('GetHostname', {
  access: 'anyone',
  summary: "Returns the device's host name, and whether a DHCP server gave it.",
  output: {
    HostnameInformation: once(
      tt('HostnameInformation', { FromDHCP: once(boolean), Name: optional(text) }),
    ),
  },
})

const addressAt = prefixedAddress('PrefixedIPv4Address')

export const getNetworkInterfaces = operation('GetNetworkInterfaces', {
  access: 'viewer',
  summary: 'Returns the network interface with its hardware address and its IP address.',
  output: {
    NetworkInterfaces: many(
      ttWith('NetworkInterface', ['token'], {
        Enabled: once(boolean),
        Info: optional(
          tt('NetworkInterfaceInfo', {
            Name: optional(text),
            HwAddress: once(text),
            MTU: optional(number),
          }),
        ),
        IPv4: optional(
          tt('IPv4NetworkInterface', {
            Enabled: once(boolean),
            Config: once(
              tt('IPv4Configuration', {
                Manual: many(addressAt),
                FromDHCP: optional(addressAt),
                DHCP: once(boolean),
              }),
            ),
          }),
        ),
      }),
    ),
  },
})

const NETWORK_PROTOCOLS = ['HTTP', 'HTTPS', 'RTSP'] as const

export const getNetworkProtocols = operation('GetNetworkProtocols', {
  access: 'viewer',
  summary: 'Returns the ports of HTTP, HTTPS and RTSP.',
  output: {
    NetworkProtocols: many(
      tt('NetworkProtocol', {
        Name: once(choiceOf(ONVIF_SCHEMA, 'NetworkProtocolType', NETWORK_PROTOCOLS)),
        Enabled: once(boolean),
        Port: many(number),
      }),
    ),
  },
})

const ipAddress = tt('IPAddress', {
  Type: once(choiceOf(ONVIF_SCHEMA, 'IPType', ['IPv4', 'IPv6'])),
  IPv4Address: optional(text),
  IPv6Address: optional(text),
})

export const getOnvifDns = operation('GetDNS', {
  access: 'viewer',
  summary: 'Returns the DNS servers and the search domain.',
  output: {
    DNSInformation: once(
      tt('DNSInformation', {
        FromDHCP: once(boolean),
        SearchDomain: many(text),
        DNSFromDHCP: many(ipAddress),
        DNSManual: many(ipAddress),
      }),
    ),
  },
})

export const getNetworkDefaultGateway = operation('GetNetworkDefaultGateway', {
  access: 'viewer',
  summary: 'Returns the default router.',
  output: { NetworkGateway: once(tt('NetworkGateway', { IPv4Address: many(text) })) },
})

export const getDiscoveryMode = operation('GetDiscoveryMode', {
  access: 'viewer',
  summary: 'Returns whether the device announces itself by WS-Discovery.',
  output: {
    DiscoveryMode: once(
      choiceOf(ONVIF_SCHEMA, 'DiscoveryMode', ['Discoverable', 'NonDiscoverable']),
    ),
  },
})

export const setDiscoveryMode = operation('SetDiscoveryMode', {
  access: 'admin',
  effect: 'write',
  summary: 'Sets whether the device announces itself by WS-Discovery.',
  input: {
    DiscoveryMode: once(
      choiceOf(ONVIF_SCHEMA, 'DiscoveryMode', ['Discoverable', 'NonDiscoverable']),
    ),
  },
  output: {},
})

export const getEndpointReference = operation('GetEndpointReference', {
  access: 'anyone',
  summary: 'Returns the identifier under which the device announces itself.',
  output: { GUID: once(text) },
})
