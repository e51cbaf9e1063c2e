/** The DHCP server of the network that the cable leads to. */
export interface DhcpServer {
  enabled: boolean
  lease: LeaseOffer
}

/**
 * What the DHCP server offers a device (RFC 2132 §3.3, §3.5, §3.8, §3.14, §3.17, §8.3). Empty
 * members are not sent.
 */
export interface LeaseOffer {
  /** Empty for the address that the device was started with. */
  address: string
  /** Empty for the host's own. */
  subnetMask: string
  router: string
  dnsServers: string[]
  /** Addresses. */
  ntpServers: string[]
  domainName: string
  /** The device's own. */
  hostName: string
}

/** The network at the first start: it gives the device the host's address and nothing else. */
export const PLAIN_DHCP: DhcpServer = {
  enabled: true,
  lease: {
    address: '',
    subnetMask: '',
    router: '',
    dnsServers: [],
    ntpServers: [],
    domainName: '',
    hostName: '',
  },
}
