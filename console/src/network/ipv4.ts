import { domainName, ipv4, isIPv4, numberOf, subnetMask } from '@lintel/contract/rules/address'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'

/** Address and name servers, as a form holds them. A §3. */
export interface NetworkValues {
  /** From a DHCP server; the addresses below are unused then. */
  ipAutomatic: boolean
  /** Name servers and domain from DHCP too; only with an automatic address. */
  dnsAutomatic: boolean
  ipAddress: string
  subnetMask: string
  router: string
  domainName: string
  dnsServer1: string
  dnsServer2: string
}

/** Automatic values are not checked; automatic name servers need an automatic address. A §5. */
export function checkNetwork(values: NetworkValues): Errors<NetworkValues> {
  const { ipAutomatic, dnsAutomatic } = values
  return {
    ...(ipAutomatic
      ? {}
      : found<NetworkValues>({
          dnsAutomatic: dnsAutomatic ? problem('validation.errorInvalid') : undefined,
          ipAddress: ipv4(values.ipAddress),
          subnetMask: subnetMask(values.subnetMask),
          router: ipv4(values.router),
        })),
    ...(dnsAutomatic
      ? {}
      : found<NetworkValues>({
          domainName: domainName(values.domainName),
          dnsServer1: ipv4(values.dnsServer1),
          dnsServer2: ipv4(values.dnsServer2),
        })),
  }
}

/**
 * Addresses that are valid but probably a mistake: one that no device can have, and a router that
 * the device can't reach directly (RFC 1122 §3.2.1.3, §3.3.1.1). It may be saved anyway.
 */
export function checkReach({
  ipAutomatic,
  ipAddress,
  subnetMask: mask,
  router,
}: NetworkValues): Errors<NetworkValues> {
  if (ipAutomatic || !isIPv4(ipAddress) || subnetMask(mask)) return {}
  const size = 2 ** 32 - numberOf(mask)
  const [own, way] = [numberOf(ipAddress), numberOf(router)]
  const [host, first] = [own % size, own / 2 ** 24]
  const isOne = first >= 1 && first < 224 && host > 0 && host < size - 1
  const reaches = !isIPv4(router) || way === 0 || Math.floor(way / size) === Math.floor(own / size)
  return found<NetworkValues>({
    ipAddress: isOne ? undefined : problem('network.ipv4.notOneDevice'),
    router: reaches ? undefined : problem('network.ipv4.routerOutside'),
  })
}

/** The same page of the device at another address. */
export function urlAt(here: URL, address: string): string {
  const there = new URL(here.origin)
  there.hostname = address
  return there.origin
}
