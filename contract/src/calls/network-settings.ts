import * as v from 'valibot'
import { jsonCall } from '../call.ts'
import type { EapMethod } from '../rules/port-access.ts'

const settings = {
  path: '/axis-cgi/network_settings.cgi',
  apiVersion: '1.0',
  answersWith: '1.21',
  codes: 'older',
  access: 'admin',
  source: 'public documentation of the interface: Network settings API',
  proof: 'fixture',
} as const
const read = { ...settings, effect: 'read' } as const
/** Members that the device does not know are refused: it could not do what they ask for. */
const write = { ...settings, effect: 'write', data: v.object({}) } as const

/** The name of the only network interface. */
export const INTERFACE = 'eth0'
/** How many name servers can be set. */
export const NAME_SERVERS_MAX = 2

/** The ways to set the speed of the cable. */
export const LINK_MODES = [
  'auto',
  '10BaseT-HD',
  '10BaseT-FD',
  '100BaseTX-HD',
  '100BaseTX-FD',
] as const

/** The modes of IEEE 802.1X by our names for their methods. */
export const EAP_MODES = {
  EAPTLS: 'WPA-Enterprise-EAPTLS',
  EAPPEAPMSCHAPv2: 'WPA-Enterprise-PEAP-MSCHAPv2',
} as const satisfies Record<EapMethod, string>

const eapMode = v.picklist([EAP_MODES.EAPTLS, EAP_MODES.EAPPEAPMSCHAPv2])
export const EAPOL_VERSIONS = ['EAPoLv1', 'EAPoLv2', 'EAPoLv3'] as const
export const PEAP_VERSIONS = ['PEAPv0', 'PEAPv1'] as const
/** Whether PEAP encrypts with the label of EAP-TLS or with its own. */
export const PEAP_LABELS = [1, 2] as const

const configurationMode = v.picklist(['dhcp', 'static'])
/** `fallback`: the device gives itself an address (169.254) when it gets none. */
const linkLocalMode = v.picklist(['off', 'fallback'])

const address = v.object({
  address: v.string(),
  prefixLength: v.number(),
  origin: v.picklist(['dhcp', 'static', 'linkLocal', 'RA', 'unknown']),
  scope: v.picklist(['global', 'site', 'link', 'host']),
  broadcast: v.optional(v.string()),
})

const staticAddress = v.object({
  address: v.string(),
  prefixLength: v.number(),
  broadcast: v.string(),
})

export const getNetworkInfo = jsonCall({
  ...read,
  id: 'networksettings.getNetworkInfo',
  method: 'getNetworkInfo',
  summary: 'Returns the network settings, and what is in use.',
  request: v.object({}),
  data: v.object({
    system: v.object({
      hostname: v.object({
        useDhcpHostname: v.boolean(),
        /** The name in use. */
        hostname: v.string(),
        staticHostname: v.string(),
      }),
      resolver: v.object({
        useDhcpResolverInfo: v.boolean(),
        nameServers: v.array(v.string()),
        staticNameServers: v.array(v.string()),
        maxSupportedStaticNameServers: v.number(),
        searchDomains: v.array(v.string()),
        staticSearchDomains: v.array(v.string()),
        maxSupportedStaticSearchDomains: v.number(),
        domainName: v.string(),
        staticDomainName: v.string(),
      }),
    }),
    devices: v.array(
      v.object({
        name: v.string(),
        type: v.literal('wired'),
        /** With colons, lower case. */
        macAddress: v.string(),
        partOfBridge: v.string(),
        link: v.boolean(),
        state: v.picklist(['up', 'down']),
        staticState: v.picklist(['up', 'down']),
        wired: v.object({
          linkMode: v.picklist(LINK_MODES),
          supportedLinkModes: v.array(v.picklist(LINK_MODES)),
          '8021X': v.object({
            enabled: v.boolean(),
            status: v.string(),
            mode: eapMode,
            configurations: v.array(
              v.object({
                mode: eapMode,
                params: v.object({
                  identity: v.optional(v.string()),
                  eapolVersion: v.optional(v.string()),
                  /** Only of EAP-TLS: the certificate's id; empty without one. */
                  certClient: v.optional(v.string()),
                  /** Ids of the certificates of authorities that the server's must come from. */
                  certsCA: v.optional(v.array(v.string())),
                  /** Only of PEAP, like the two that follow. */
                  is_password_set: v.optional(v.boolean()),
                  peapVersion: v.optional(v.string()),
                  label: v.optional(v.number()),
                }),
              }),
            ),
            supportedModes: v.array(eapMode),
          }),
        }),
        IPv4: v.object({
          enabled: v.boolean(),
          configurationMode,
          linkLocalMode,
          addresses: v.array(address),
          maxSupportedStaticAddressConfigurations: v.number(),
          staticAddressConfigurations: v.array(staticAddress),
          /** Empty without one. */
          defaultRouter: v.string(),
          staticDefaultRouter: v.string(),
          useStaticDHCPFallback: v.boolean(),
        }),
        /** Absent on a product without IPv6. */
        IPv6: v.optional(v.object({ enabled: v.boolean(), addresses: v.array(address) })),
      }),
    ),
  }),
})

export const setHostname = jsonCall({
  ...write,
  id: 'networksettings.setHostnameConfiguration',
  method: 'setHostnameConfiguration',
  summary: 'Sets the host name, and whether the one of the DHCP server takes precedence.',
  request: v.strictObject({
    useDhcpHostname: v.optional(v.boolean()),
    staticHostname: v.optional(v.string()),
  }),
})

export const setResolver = jsonCall({
  ...write,
  id: 'networksettings.setResolverConfiguration',
  method: 'setResolverConfiguration',
  summary: 'Sets name servers and domain, and whether those of the DHCP server are used instead.',
  request: v.strictObject({
    useDhcpResolverInfo: v.optional(v.boolean()),
    staticNameServers: v.optional(v.pipe(v.array(v.string()), v.maxLength(NAME_SERVERS_MAX))),
    staticSearchDomains: v.optional(v.pipe(v.array(v.string()), v.maxLength(0))),
    staticDomainName: v.optional(v.string()),
  }),
})

export const setIPv4 = jsonCall({
  ...write,
  id: 'networksettings.setIPv4AddressConfiguration',
  method: 'setIPv4AddressConfiguration',
  summary:
    'Sets the IPv4 address or gets it from the DHCP server. The device answers, then moves to the new address if it can have it.',
  request: v.strictObject({
    deviceName: v.literal(INTERFACE),
    enabled: v.optional(v.literal(true)),
    configurationMode: v.optional(configurationMode),
    linkLocalMode: v.optional(linkLocalMode),
    staticDefaultRouter: v.optional(v.string()),
    staticAddressConfigurations: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            address: v.string(),
            prefixLength: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32)),
            broadcast: v.optional(v.string()),
          }),
        ),
        v.length(1),
      ),
    ),
    useStaticDHCPFallback: v.optional(v.literal(false)),
  }),
})

export const setIPv6 = jsonCall({
  ...write,
  id: 'networksettings.setIPv6AddressConfiguration',
  method: 'setIPv6AddressConfiguration',
  summary: 'Switches IPv6 on or off; refused on a product without it.',
  request: v.strictObject({ deviceName: v.literal(INTERFACE), enabled: v.optional(v.boolean()) }),
})

export const setWired8021X = jsonCall({
  ...write,
  id: 'networksettings.setWired8021XConfiguration',
  method: 'setWired8021XConfiguration',
  summary:
    'Sets how the device authenticates itself at the network port (IEEE 802.1X). Identity, password and certificates are those of `mode`, or of the mode in use. Refused if something is missing while it is enabled. This device only stores the settings.',
  request: v.strictObject({
    deviceName: v.literal(INTERFACE),
    enabled: v.optional(v.boolean()),
    mode: v.optional(eapMode),
    identity: v.optional(v.string()),
    password: v.optional(v.string()),
    eapolVersion: v.optional(v.picklist(EAPOL_VERSIONS)),
    peapVersion: v.optional(v.picklist(PEAP_VERSIONS)),
    label: v.optional(v.picklist(PEAP_LABELS)),
    certClient: v.optional(v.string()),
    certsCA: v.optional(v.array(v.string())),
  }),
})

export const getNetworkSettingsVersions = jsonCall({
  ...read,
  id: 'networksettings.getSupportedVersions',
  method: 'getSupportedVersions',
  summary: 'Lists the supported versions of this call.',
  request: v.object({}),
  data: v.object({ apiVersions: v.array(v.string()) }),
})
