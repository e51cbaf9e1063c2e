import {
  getCapabilities,
  getDeviceInformation,
  getDeviceServiceCapabilities,
  getDiscoveryMode,
  getEndpointReference,
  getNetworkDefaultGateway,
  getNetworkInterfaces,
  getNetworkProtocols,
  getOnvifDns,
  getOnvifHostname,
  getServices,
  setDiscoveryMode,
} from '@lintel/contract/calls/onvif-device'
import { eventsService } from '@lintel/contract/calls/onvif-events'
import { getProfiles, mediaService } from '@lintel/contract/calls/onvif-media'
import { deviceManagement } from '@lintel/contract/calls/onvif-users'
import { DEVICE_PATH, MEDIA_PATH } from '@lintel/contract/onvif/addresses'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { RequestContext } from '@lintel/front-door/serve'
import { uuidOf } from '../../engines/discovery/upnp-device.ts'
import type { Service } from '../service.ts'
import { capabilitiesOf, DEVICE_CAPABILITIES } from './capabilities.ts'

/** The versions of the ONVIF interfaces that the services follow. */
const VERSION = { Major: 2, Minor: 60 }

interface Announced {
  name: Parameters<typeof capabilitiesOf>[0]
  Namespace: string
  XAddr: string
}

/** What ONVIF clients ask about the device itself. Source: ONVIF Core, device management. */
export const onvifDeviceService: Service = (device) => {
  const { parameters, product, plugged, network } = device
  const { get } = parameters

  return {
    calls: [
      serve(getServices, ({ IncludeCapability }, context) => ({
        Service: servicesAt(context).map(({ name, ...service }) => ({
          ...service,
          ...(IncludeCapability ? { Capabilities: capabilitiesOf(name) } : {}),
          Version: VERSION,
        })),
      })),
      serve(getDeviceServiceCapabilities, () => ({ Capabilities: DEVICE_CAPABILITIES })),
      serve(getCapabilities, ({ Category }, context) => {
        const { origin } = context
        const wants = (name: (typeof Category)[number]) =>
          Category.length === 0 || Category.includes('All') || Category.includes(name)
        return {
          Capabilities: {
            ...(wants('Device') ? { Device: oldDevice(origin) } : {}),
            ...(wants('Events')
              ? {
                  Events: {
                    XAddr: context.origin + MEDIA_PATH,
                    WSSubscriptionPolicySupport: false,
                    WSPullPointSupport: true,
                    WSPausableSubscriptionManagerInterfaceSupport: false,
                  },
                }
              : {}),
            ...(wants('Media') && context.has(getProfiles)
              ? {
                  Media: {
                    XAddr: context.origin + MEDIA_PATH,
                    StreamingCapabilities: {
                      RTPMulticast: false,
                      RTP_TCP: false,
                      RTP_RTSP_TCP: true,
                    },
                  },
                }
              : {}),
          },
        }
      }),
      serve(getDeviceInformation, () => ({
        Manufacturer: product.brand.name,
        Model: product.number,
        FirmwareVersion: product.firmware.version,
        SerialNumber: plugged.serial,
        HardwareId: get('root.Properties.System.HardwareID'),
      })),
      serve(getOnvifHostname, () => ({
        HostnameInformation: {
          FromDHCP: get('root.Network.VolatileHostName.ObtainFromDHCP'),
          Name: get('root.Network.VolatileHostName.HostName'),
        },
      })),
      serve(getNetworkInterfaces, () => {
        const { address, subnetMask } = network.place()
        const at = { Address: address, PrefixLength: prefixOf(subnetMask) }
        const automatic = get('root.Network.BootProto') === 'dhcp'
        return {
          NetworkInterfaces: [
            {
              token: 'eth0',
              Enabled: true,
              Info: {
                Name: 'eth0',
                HwAddress: get('root.Network.eth0.MACAddress'),
                MTU: 1500,
              },
              IPv4: {
                Enabled: true,
                Config: automatic
                  ? { Manual: [], FromDHCP: at, DHCP: true }
                  : { Manual: [at], DHCP: false },
              },
            },
          ],
        }
      }),
      serve(getNetworkProtocols, () => {
        const { http, https } = network.urls()
        return {
          NetworkProtocols: [
            { Name: 'HTTP' as const, Enabled: true, Port: portOf(http, 80) },
            { Name: 'HTTPS' as const, Enabled: https !== undefined, Port: portOf(https, 443) },
            ...(product.camera
              ? [
                  {
                    Name: 'RTSP' as const,
                    Enabled: get('root.Network.RTSP.Enabled'),
                    Port: [plugged.ports.rtsp],
                  },
                ]
              : []),
          ],
        }
      }),
      serve(getOnvifDns, () => {
        const servers = [
          get('root.Network.Resolver.NameServer1'),
          get('root.Network.Resolver.NameServer2'),
        ]
          .filter((server) => /^[1-9]/.test(server))
          .map((IPv4Address) => ({ Type: 'IPv4' as const, IPv4Address }))
        const automatic = get('root.Network.Resolver.ObtainFromDHCP')
        const domain = get('root.Network.Resolver.Search')
        return {
          DNSInformation: {
            FromDHCP: automatic,
            SearchDomain: domain === '' ? [] : [domain],
            DNSFromDHCP: automatic ? servers : [],
            DNSManual: automatic ? [] : servers,
          },
        }
      }),
      serve(getNetworkDefaultGateway, () => {
        const router = get('root.Network.Routing.DefaultRouter')
        return { NetworkGateway: { IPv4Address: /^[1-9]/.test(router) ? [router] : [] } }
      }),
      serve(getDiscoveryMode, () => ({
        DiscoveryMode: get('root.WebService.DiscoveryMode.Discoverable')
          ? ('Discoverable' as const)
          : ('NonDiscoverable' as const),
      })),
      serveChange(setDiscoveryMode, ({ DiscoveryMode }) => {
        parameters.set({
          'root.WebService.DiscoveryMode.Discoverable': DiscoveryMode === 'Discoverable',
        })
        return {}
      }),
      serve(getEndpointReference, () => ({ GUID: `urn:uuid:${uuidOf(plugged.serial)}` })),
    ],
  }
}

/** The number of leading ones of a subnet mask. */
const prefixOf = (mask: string): number =>
  mask
    .split('.')
    .map((part) => Number(part).toString(2).replaceAll('0', '').length)
    .reduce((sum, bits) => sum + bits, 0)

const oldDevice = (origin: string) => ({
  XAddr: origin + DEVICE_PATH,
  Network: { IPFilter: false, ZeroConfiguration: false, IPVersion6: false, DynDNS: false },
  System: {
    DiscoveryResolve: true,
    DiscoveryBye: true,
    RemoteDiscovery: false,
    SystemBackup: false,
    SystemLogging: false,
    FirmwareUpgrade: false,
    SupportedVersions: [VERSION],
  },
  Security: {
    'TLS1.1': false,
    'TLS1.2': true,
    OnboardKeyGeneration: true,
    AccessPolicyConfig: false,
    'X.509Token': false,
    SAMLToken: false,
    KerberosToken: false,
    RELToken: false,
  },
})

function servicesAt(context: RequestContext): Announced[] {
  return [
    { name: 'device', Namespace: deviceManagement.namespace, XAddr: context.origin + DEVICE_PATH },
    ...(context.has(getProfiles)
      ? [
          {
            name: 'media' as const,
            Namespace: mediaService.namespace,
            XAddr: context.origin + MEDIA_PATH,
          },
        ]
      : []),
    { name: 'events', Namespace: eventsService.namespace, XAddr: context.origin + MEDIA_PATH },
  ]
}

const portOf = (url: string | undefined, plain: number): number[] =>
  url === undefined ? [] : [Number(new URL(url).port) || plain]
